import { setTimeout as sleep } from 'node:timers/promises';
import { catchAll, pageFile } from '@composed/contracts/page-addresses';
import type { Request, Route } from 'playwright-core';
import type { Deployment } from '@composed/compose/deployment';
import { findPins } from '@composed/compose/deployment/composed-page';
import { headersOf } from '@composed/contracts/headers';
import { mediaTypeOf } from '@composed/contracts/media-types';
import { relaxesPolicy } from '@composed/contracts/outside-origins';
import { resolvePath } from '@composed/contracts/url-routing';
import { xsrfSetCookie } from '@composed/http/cookies/xsrf-token';
import type { ServicesOptions, SiteServices } from '@composed/http/services/site-services';
import { parseManifest } from '../store/releases';
import { keys, type Store } from '../store/store';

/** An origin that browsers trust like https. Requests to it never leave the browser. */
export const testOrigin = 'http://localhost';

/** A response, as Playwright takes it. */
type Fulfillment = Parameters<Route['fulfill']>[0];

/** The site's services, which respond to the calls of pages. */
export interface Services extends Pick<SiteServices, 'register' | 'cookies'> {
  /** App → base address of the service behind `/api/<app>/`. */
  readonly apis?: Readonly<Record<string, string>>;
}

/**
 * Returns the headers that the live site would send with a page, so that a script which they block is also blocked here.
 * The grants come from the host's release, since a remote's checkout does not have them.
 */
async function createPageHeaders(file: string, body: Buffer, store: Pick<Store, 'get'>) {
  const host = findPins(String(body))?.host;
  const bytes = host && (await store.get(keys.manifest('host', host)));
  const { grants = {} } = bytes ? parseManifest('host', host, bytes) : {};
  return headersOf(
    'page',
    { hstsScope: null, preview: false, relaxesPolicy: relaxesPolicy(grants) },
    file,
  );
}

/**
 * Returns the file at an address of the site, or undefined.
 * @throws the error of the store
 */
async function findFile(
  pathname: string,
  pages: Deployment['pages'],
  store: Pick<Store, 'get'>,
): Promise<Fulfillment | undefined> {
  const { kind, file } = resolvePath(pathname);
  const body = kind === 'asset' ? await store.get(`assets/${file}`) : pages.get(file);
  if (!body || kind === 'missing') return undefined;
  const headers =
    kind === 'page'
      ? await createPageHeaders(file, body, store)
      : headersOf(kind, { hstsScope: null, preview: false }, file);
  return { body, contentType: mediaTypeOf(file), headers };
}

/** Returns the response of the site's services. If no service has the address, it is a 404 with a message in JSON. */
async function askServices(
  request: Request,
  services: Awaited<ReturnType<typeof openServices>>,
): Promise<Fulfillment> {
  const { pathname, search } = new URL(request.url());
  const { statusCode, headers, rawPayload } = await services.ask({
    method: request.method() as 'GET',
    url: pathname + search,
    headers: { ...(await request.allHeaders()), host: new URL(testOrigin).host },
    ...(request.postDataBuffer() ? { payload: request.postDataBuffer() ?? '' } : {}),
  });
  const { 'content-length': _length, ...otherHeaders } = headers;
  return {
    status: statusCode,
    body: rawPayload,
    headers: Object.fromEntries(
      Object.entries(otherHeaders).map(([name, value]) => [name, String(value)]),
    ),
  };
}

async function openServices(services: Services, data: ServicesOptions['data']) {
  const { startEmbedded } = await import('@composed/http/services/embedded');
  return startEmbedded(services, { publicUrl: testOrigin, data }, services.apis);
}

/** Milliseconds. A real service may not respond, or may send events without an end. */
const serviceTimeout = 5000;

/**
 * Responds to the requests of pages that are not live yet, with their files and with the site's services.
 * @param data the data that the services respond with
 * @returns `respond`, which returns the response to a request, or undefined if no service responds, and throws errors of
 *   the store; `unanswered`, the addresses that no service has responded to; `close`, which ends the services
 */
export function servePages(
  pages: Deployment['pages'],
  store: Pick<Store, 'get'>,
  services: Services,
  data: ServicesOptions['data'],
) {
  const unanswered = new Set<string>();
  /** Addresses without a response in time. Asking them again would take as long. */
  const silent = new Set<string>();
  // Most pages make no calls, so the services start with the first one.
  let embedded: ReturnType<typeof openServices> | undefined;
  const respond = async (request: Request): Promise<Fulfillment | undefined> => {
    const { pathname } = new URL(request.url());
    const isDocument = request.isNavigationRequest();
    const file = await findFile(pathname, pages, store);
    if (file && isDocument) {
      const cookie = xsrfSetCookie((await request.allHeaders())['cookie'], false);
      return {
        ...file,
        headers: { ...file.headers, ...(cookie ? { 'Set-Cookie': cookie } : {}) },
      };
    }
    if (file) return file;
    // For a response without a body, a browser would show a page of its own.
    if (pathname.startsWith('/assets/')) return { status: 404 };
    embedded ??= openServices(services, data);
    const opened = await embedded;
    const timeout = sleep(serviceTimeout, undefined, { ref: false });
    const response = silent.has(pathname)
      ? undefined
      : await Promise.race([askServices(request, opened).catch(() => undefined), timeout]);
    if (!response) {
      silent.add(pathname);
      unanswered.add(pathname);
      return undefined;
    }
    if (response.status === 404 && !isDocument) unanswered.add(pathname);
    if (!isDocument || response.status !== 404) return response;
    const notFoundName = pageFile(catchAll);
    const body = pages.get(notFoundName);
    if (!body) return response;
    const headers = await createPageHeaders(notFoundName, body, store);
    return { status: 404, body, contentType: mediaTypeOf(notFoundName), headers };
  };
  return { respond, unanswered, close: async () => (await embedded)?.close() };
}
