import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '@composed/apps';
import { xsrfCookieName } from '@composed/contracts/xsrf';

/*
 * The origins of dev servers, and the middleware that checks them. DEV_URL, such as https://{port}.dev.example, names
 * other origins, for a container, a proxy or a phone on the network. @composed/command/environment validates it.
 */

const onThisMachine = 'http://localhost:{port}';
/** The value of DEV_URL. An empty value counts as unset. */
const configuredOrigin = () => process.env['DEV_URL'] ?? '';
const template = () => (configuredOrigin() === '' ? onThisMachine : configuredOrigin());

function fillPort(originTemplate: string, port: number | string): string {
  const url = originTemplate.replaceAll('{port}', String(port));
  return URL.canParse(url) ? new URL(url).origin : url;
}

/** Returns the origin of a server in development that listens on this port. */
export const originOfPort = (port: number) => fillPort(template(), port);

export const devOrigin = ({ port }: Pick<App, 'port'>): string => originOfPort(port);

/** Returns the host that dev servers listen on: with DEV_URL, every address of the machine. */
export const devHost = () => (configuredOrigin() === '' ? 'localhost' : '0.0.0.0');

/** Returns the address of the dev server's web socket, which tells pages about edits. */
export function socketUrl(app: Pick<App, 'port'>): string {
  const { protocol, hostname, port } = new URL(devOrigin(app));
  const isSecure = protocol === 'https:';
  const defaultPort = isSecure ? 443 : 80;
  // The port is always explicit: without one, webpack-dev-server would use the port that it listens on.
  return `${isSecure ? 'wss' : 'ws'}://${hostname}:${port || defaultPort}/ws`;
}

/** Whether an origin is one of this machine's dev servers, or a site around a remote in development, on any port. */
export function isLocalOrigin(origin: string): boolean {
  // An origin leaves out the default port of its scheme.
  const ports = [...(origin.match(/\d+/g) ?? []), '80', '443'].filter(
    (port) => Number(port) < 65_536,
  );
  return ports.some((port) =>
    [onThisMachine, template()].some((each) => fillPort(each, port) === origin),
  );
}

/**
 * Redirects pages from 127.0.0.1 to localhost. On the numeric address chunks would fail to load, and the page would
 * reload for ever. With DEV_URL a proxy may use the numeric address, so nothing is redirected.
 * @param ownOrigin the origin of the dev server
 */
export const redirectToHostname =
  (ownOrigin: string) => (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const { host = '', accept = '' } = request.headers;
    const isNumeric = /^(?:127(?:\.\d+){3}|\[::1\])(?::\d+)?$/.test(host);
    if (configuredOrigin() !== '' || !isNumeric || !accept.includes('text/html')) next();
    else response.writeHead(307, { Location: ownOrigin + (request.url ?? '/') }).end();
  };

/** Sets the XSRF cookie, as the site's server does. */
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

/** Allows pages of this machine, on any port, to read files of the dev server. */
export function allowLocalOrigins(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const { origin = '' } = request.headers;
  response.setHeader('Vary', 'Origin');
  // An earlier middleware of webpack-dev-server has set same-origin, which would block the host's page.
  response.setHeader('Cross-Origin-Resource-Policy', 'same-site');
  if (isLocalOrigin(origin)) response.setHeader('Access-Control-Allow-Origin', origin);
  next();
}
