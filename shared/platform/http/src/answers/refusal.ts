import { htmlElement, type SiteWords } from '@composed/contracts/site-words';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';

/** Whether the sender of a request shows its answer to a person. */
export const wantsPage = (accept = '') => accept.includes('text/html');

/** A page that any server can send without the site, nginx too; it holds no quotation mark. */
const plainPage = (words: SiteWords, title: string, sentence: string) =>
  `<!doctype html>${htmlElement(words)}<meta charset=utf-8><meta name=viewport content=width=device-width><meta name=color-scheme content=light&#32;dark><title>${title}</title><style>body{max-width:32rem;margin:20vh auto;padding:0 1rem;font:1.25rem/1.5 system-ui}</style><h1>${title}</h1><p>${sentence}`;

export const unreadPages = (words: SiteWords) => ({
  400: plainPage(words, words.texts.unreadable, words.texts.unreadableMore),
  431: plainPage(words, words.texts.cookies, words.texts.cookiesMore),
});

/** Answers a request that could not be read; a person gets a page. */
export function refuseUnread(words: SiteWords, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error);
  const isLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : isLarge ? 431 : 400;
  const name = STATUS_CODES[status] ?? '';
  // The packet may hold headers, which were not read.
  const packet: unknown = Reflect.get(error, 'rawPacket');
  const isForPerson =
    status !== 408 && Buffer.isBuffer(packet) && wantsPage(packet.toString('latin1'));
  const [type, body] = isForPerson
    ? ['text/html; charset=utf-8', unreadPages(words)[status]]
    : ['application/json', JSON.stringify({ reason: `${name}.` })];
  const head = [
    `HTTP/1.1 ${status} ${name}`,
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...['X-Content-Type-Options: nosniff', 'Cache-Control: no-store', 'Connection: close'],
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
