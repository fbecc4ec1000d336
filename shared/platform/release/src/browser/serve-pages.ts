import { setTimeout as sleep } from 'node:timers/promises';
import { catchAll, pageFile } from '@composed/contracts/page-addresses';
import type { Request, Route } from 'playwright-core';
import type { Deployment } from '@composed/compose/deployment';
import { findPins } from '@composed/compose/deployment/composed-page';
import { headersOf } from '@composed/contracts/headers';
import { mediaTypeOf } from '@composed/contracts/media-types';
import { relaxesPolicy } from '@composed/contracts/outside';
import { resolvePath } from '@composed/contracts/url-routing';
import { xsrfSetCookie } from '@composed/http/cookies/xsrf';
import type { ServicesOptions, SiteServices } from '@composed/http/services/site-services';
import { parseManifest } from '../store/releases';
import { keys, type Store } from '../store/store';

/** An origin that browsers trust like https; no request leaves the browser for it. */
export const origin = 'http://localhost';

/** A response, as Playwright gives it to the browser. */
type Fulfillment = Parameters<Route['fulfill']>[0];

/** Services for the calls of pages. */
export interface Services extends Pick<SiteServices, 'register' | 'cookies'> {
  /** App → base of the service for calls to `/api/<app>/`. */
  readonly apis?: Readonly<Record<string, string>>;
}

/**
 * The headers of the live site for a page, so that a script which they block does not run here either. The host's
 * release says what is granted, since a remote's checkout does not.
 */
async function headersOfPage(file: string, body: Buffer, store: Pick<Store, 'get'>) {
  const host = findPins(String(body))?.host;
  const bytes = host && (await store.get(keys.manifest('host', host)));
  const { grants = {} } = bytes ? parseManifest('host', host, bytes) : {};
  return headersOf(
    'page',
    { transport: null, preview: false, isOpen: relaxesPolicy(grants) },
    file,
  );
}

/**
 * The file at an address of the site; undefined where there is none.
 * @throws the error of the store
 */
async function fileAt(
  pathname: string,
  pages: Deployment['pages'],
  store: Pick<Store, 'get'>,
): Promise<Fulfillment | undefined> {
  const { kind, file } = resolvePath(pathname);
  const body = kind === 'asset' ? await store.get(`assets/${file}`) : pages.get(file);
  if (!body || kind === 'missing') return undefined;
  const headers =
    kind === 'page'
      ? await headersOfPage(file, body, store)
      : headersOf(kind, { transport: null, preview: false }, file);
  return { body, contentType: mediaTypeOf(file), headers };
}

/** The response of the site's services; where none has the address, a sentence in JSON that says so. */
async function askServices(
  request: Request,
  services: Awaited<ReturnType<typeof openServices>>,
): Promise<Fulfillment> {
  const { pathname, search } = new URL(request.url());
  const { statusCode, headers, rawPayload } = await services.ask({
    method: request.method() as 'GET',
    url: pathname + search,
    headers: { ...(await request.allHeaders()), host: new URL(origin).host },
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
  return startEmbedded(services, { publicUrl: origin, data }, services.apis);
}

/** Milliseconds that a response of a service may take: a real one may hang, or send events for ever. */
const serviceTimeout = 5000;

/**
 * Serves a site that is not live yet, its services included.
 * @param data that the services respond with
 * @returns respond: gives the response to a request, or throws the error of the store; unanswered: addresses that no
 *   service has responded to; close: ends the services
 */
export function servePages(
  pages: Deployment['pages'],
  store: Pick<Store, 'get'>,
  services: Services,
  data: ServicesOptions['data'],
) {
  const unanswered = new Set<string>();
  /** Addresses without a response in time. They are not asked again: each would take as long. */
  const silent = new Set<string>();
  // Services start with the first call: many pages make none.
  let embedded: ReturnType<typeof openServices> | undefined;
  const respond = async (request: Request): Promise<Fulfillment | undefined> => {
    const { pathname } = new URL(request.url());
    const isDocument = request.isNavigationRequest();
    const file = await fileAt(pathname, pages, store);
    if (file && isDocument) {
      const cookie = xsrfSetCookie((await request.allHeaders())['cookie'], false);
      return {
        ...file,
        headers: { ...file.headers, ...(cookie ? { 'Set-Cookie': cookie } : {}) },
      };
    }
    if (file) return file;
    // A browser shows a page of its own for a response without a body.
    if (pathname.startsWith('/assets/')) return { status: 404 };
    embedded ??= openServices(services, data);
    const opened = await embedded;
    const late = sleep(serviceTimeout, undefined, { ref: false });
    const response = silent.has(pathname)
      ? undefined
      : await Promise.race([askServices(request, opened).catch(() => undefined), late]);
    if (!response) {
      silent.add(pathname);
      unanswered.add(pathname);
      return undefined;
    }
    if (response.status === 404 && !isDocument) unanswered.add(pathname);
    const other = isDocument && response.status === 404 ? pages.get(pageFile(catchAll)) : undefined;
    if (!other) return response;
    const headers = await headersOfPage(pageFile(catchAll), other, store);
    return { status: 404, body: other, contentType: mediaTypeOf(pageFile(catchAll)), headers };
  };
  return { respond, unanswered, close: async () => (await embedded)?.close() };
}
