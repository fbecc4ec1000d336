import { htmlElement, type SiteLanguage } from '@composed/contracts/site-language';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';

/** Whether a response is shown to a person, by the Accept header of its request. */
export const wantsPage = (accept = '') => accept.includes('text/html');

/** A page without the site, which nginx sends too; it holds no quotation mark. */
const plainPage = (language: SiteLanguage, title: string, sentence: string) =>
  `<!doctype html>${htmlElement(language)}<meta charset=utf-8><meta name=viewport content=width=device-width><meta name=color-scheme content=light&#32;dark><title>${title}</title><style>body{max-width:32rem;margin:20vh auto;padding:0 1rem;font:1.25rem/1.5 system-ui}</style><h1>${title}</h1><p>${sentence}`;

export const unreadPages = (language: SiteLanguage) => ({
  400: plainPage(language, language.texts.unreadable, language.texts.unreadableMore),
  414: plainPage(language, language.texts.longAddress, language.texts.longAddressMore),
  431: plainPage(language, language.texts.cookies, language.texts.cookiesMore),
});

/** Whether the address is too long. The packet may begin in the middle of it. */
const isLongAddress = (packet: string) =>
  /^(?:[A-Z]+ \S{8000,}|\S+(?: HTTP\/1\.\d)?$)/.test(packet.split('\r\n', 1)[0] ?? '');

/** The status for a request that could not be read. */
function statusOf(code: string, packet: string): 400 | 408 | 414 | 431 {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code !== 'HPE_HEADER_OVERFLOW') return 400;
  return isLongAddress(packet) ? 414 : 431;
}

/** Responds to a request that could not be read; a person gets a page. */
export function refuseUnread(language: SiteLanguage, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error);
  // The packet may hold headers, which were not read.
  const raw: unknown = Reflect.get(error, 'rawPacket');
  const packet = Buffer.isBuffer(raw) ? raw.toString('latin1') : '';
  const status = statusOf(error.code, packet);
  const name = STATUS_CODES[status] ?? '';
  const isForPerson = status !== 408 && wantsPage(packet);
  const type = isForPerson ? 'text/html; charset=utf-8' : 'application/json';
  const body = isForPerson ? unreadPages(language)[status] : JSON.stringify({ reason: `${name}.` });
  const head = [
    `HTTP/1.1 ${status} ${name}`,
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
