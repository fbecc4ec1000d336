import { htmlStartTag, type SiteLanguage } from '@composed/contracts/site-language';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';

/** Whether the Accept header of a request asks for a page, so that a person will see the response. */
export const wantsPage = (accept = '') => accept.includes('text/html');

/** A page that needs no files of the site. nginx sends it too, from a quoted string, so it has no quotation marks. */
const plainPage = (language: SiteLanguage, title: string, sentence: string) =>
  `<!doctype html>${htmlStartTag(language)}<meta charset=utf-8><meta name=viewport content=width=device-width><meta name=color-scheme content=light&#32;dark><title>${title}</title><style>body{max-width:32rem;margin:20vh auto;padding:0 1rem;font:1.25rem/1.5 system-ui}</style><h1>${title}</h1><p>${sentence}`;

export const unreadPages = (language: SiteLanguage) => ({
  400: plainPage(language, language.texts.unreadable, language.texts.unreadableMore),
  414: plainPage(language, language.texts.longAddress, language.texts.longAddressMore),
  431: plainPage(language, language.texts.cookies, language.texts.cookiesMore),
});

/**
 * The first line of a packet with a long address: a request line, or the rest of one that began in an earlier packet.
 */
const longAddressLine = /^(?:[A-Z]+ \S{8000,}|\S+(?: HTTP\/1\.\d)?$)/;

const isLongAddress = (packet: string) => longAddressLine.test(packet.split('\r\n', 1)[0] ?? '');

/** The status for an error of Node's HTTP parser. */
function statusOf(code: string, packet: string): 400 | 408 | 414 | 431 {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code !== 'HPE_HEADER_OVERFLOW') return 400;
  return isLongAddress(packet) ? 414 : 431;
}

/** Responds to a request that Node could not parse, with a page or JSON. */
export function refuseUnreadable(
  language: SiteLanguage,
  error: ConnectionError,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error);
  // Node has not parsed the headers, but the packet may contain them.
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
