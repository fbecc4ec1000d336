import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '@composed/apps';
import { xsrfCookieName } from '@composed/contracts/xsrf';

/*
 * Addresses of dev servers, and their first middleware. DEV_URL, such as https://{port}.dev.example, is for a
 * container, a proxy or a phone on the network; @composed/command/environment checks it.
 */

const onThisMachine = 'http://localhost:{port}';
/** An empty value counts as unset. */
const namedOrigin = () => process.env['DEV_URL'] ?? '';
const template = () => (namedOrigin() === '' ? onThisMachine : namedOrigin());

function originIn(address: string, port: number | string): string {
  const filled = address.replaceAll('{port}', String(port));
  return URL.canParse(filled) ? new URL(filled).origin : filled;
}

/** The origin of a port in development. */
export const originOfPort = (port: number) => originIn(template(), port);

/** Origin of an app's own dev server. */
export const devOrigin = ({ port }: Pick<App, 'port'>): string => originOfPort(port);

/** The name on which dev servers listen: all addresses of the machine, if DEV_URL names another one. */
export const devHost = () => (namedOrigin() === '' ? 'localhost' : '0.0.0.0');

/** The address of the dev server's web socket, by which a page hears of edits. */
export function socketUrl(app: Pick<App, 'port'>): string {
  const { protocol, hostname, port } = new URL(devOrigin(app));
  const isSecure = protocol === 'https:';
  // The dev server would put its own port in the place of none.
  return `${isSecure ? 'wss' : 'ws'}://${hostname}:${port || (isSecure ? 443 : 80)}/ws`;
}

/** Whether a page is the host’s, or the site’s around a remote in development, at any port. */
export function isOwnPage(origin: string): boolean {
  // An origin does not say the port that its scheme has anyway.
  const ports = [...(origin.match(/\d+/g) ?? []), '80', '443'].filter(
    (port) => Number(port) < 65_536,
  );
  return ports.some((port) =>
    [onThisMachine, template()].some((each) => originIn(each, port) === origin),
  );
}

/**
 * Redirects a page at this machine’s numeric address to its name, since its chunks would fail there and reload it for
 * ever. Behind another name a proxy may ask by number.
 * @param ownOrigin origin of the server
 */
export const redirectToHostname =
  (ownOrigin: string) => (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const { host = '', accept = '' } = request.headers;
    const isByNumber = /^(?:127(?:\.\d+){3}|\[::1\])(?::\d+)?$/.test(host);
    if (namedOrigin() !== '' || !isByNumber || !accept.includes('text/html')) next();
    else response.writeHead(307, { Location: ownOrigin + (request.url ?? '/') }).end();
  };

/** Sets the cookie against forged requests, like the site's server. */
export function setXsrfCookie(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  if (!request.headers.cookie?.includes(`${xsrfCookieName}=`)) {
    response.setHeader('Set-Cookie', `${xsrfCookieName}=${randomUUID()}; Path=/; SameSite=Lax`);
  }
  next();
}

/** Lets pages of this machine, at any port, read files of the dev server, and no others. */
export function allowOwnPages(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const { origin = '' } = request.headers;
  response.setHeader('Vary', 'Origin');
  // The check of webpack's dev server, which stands before this, says same-origin.
  response.setHeader('Cross-Origin-Resource-Policy', 'same-site');
  if (isOwnPage(origin)) response.setHeader('Access-Control-Allow-Origin', origin);
  next();
}
