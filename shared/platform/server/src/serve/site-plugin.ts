import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { siteDescription } from '@composed/apps/this-repository';
import { relaxesPolicy } from '@composed/contracts/outside';
import { isLocal, type Settings } from '@composed/command/environment';
import { variantOf } from '@composed/http/cookies/canary';
import { xsrfSetCookie } from '@composed/http/cookies/xsrf';
import {
  cookieCacheControl,
  headersOf,
  plainHeaders,
  type TransportScope,
} from '@composed/contracts/headers';
import { mediaTypeOf } from '@composed/contracts/media-types';
import { wantsPage } from '@composed/http/pages/unreadable-request';
import { resolvePath, type Target } from '@composed/contracts/url-routing';
import { refuseOtherMethods, sendTagged } from '@composed/http/calls/responses';
import { allocationOf } from '@composed/http/calls/rate-limit';
import { sendPage } from '@composed/http/pages/send-page';
import { linePath, statusPath, type createStatusPage } from '../status-page/status-page';
import type { ServedFile, SiteFiles } from './site-files';

/** Public origins, without a trailing slash. */
type Origins = Pick<Settings, 'siteUrl' | 'previewUrl'>;

/**
 * Decides which origin serves an address. A preview's code may be unreviewed, so on a public site it never shares an
 * origin, with its cookies and calls, with the live site.
 * @returns another origin for the request, or the target to serve. A public site without an origin for previews serves
 *   none.
 */
function resolveOrigin(target: Target, hostname: string, origins: Origins): Target | string {
  const { siteUrl, previewUrl } = origins;
  const isPreview = target.folder.startsWith('previews/');
  if (previewUrl === null) {
    return isPreview && !isLocal(siteUrl)
      ? { kind: 'missing', folder: 'live', file: '404.html' }
      : target;
  }
  const isAt = (origin: string) => new URL(origin).hostname === hostname;
  if (isPreview) return isAt(previewUrl) ? target : previewUrl;
  return target.kind === 'page' && isAt(previewUrl) && !isAt(siteUrl) ? siteUrl : target;
}

interface SiteOptions {
  readonly files: SiteFiles;
  /** The scope of TLS, or null where visitors do not come over TLS; else cookies are Secure and browsers keep to TLS. */
  readonly transport: TransportScope | null;
  /** Origins of the live site and of previews; without them both are on this machine alone. */
  readonly origins?: Origins;
  /** Signs the buckets of visitors while a canary is judged, else null. */
  readonly secret?: () => string | null;
  /** The page under /_site, for people who may see it. */
  readonly statusPage?: ReturnType<typeof createStatusPage>;
}

/** A route for logs and metrics: one of few, whatever was asked for. */
function routeOf({ kind, folder, file }: Target): string {
  const start = folder.startsWith('previews/') ? '/preview' : '';
  if (kind === 'page') return `${start}/${file}`;
  return `${start}/${{ 'root-file': ':file', asset: 'assets/*', missing: '404.html' }[kind]}`;
}

const { texts } = siteDescription;
const isOpen = relaxesPolicy(siteDescription);

/** Sends a text that is no page of the site. */
function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  void reply.code(status).headers({ ...plainHeaders, 'Cache-Control': 'no-store' });
  return reply.type('text/plain; charset=utf-8').send(text);
}

/**
 * Shows the site's own page to people who open a refused address, with the status of the refusal.
 * @param fastify for the routes that are registered afterwards
 */
export function showRefusals(
  fastify: FastifyInstance,
  { readSiteFile }: Pick<SiteFiles, 'readSiteFile'>,
  transport: TransportScope | null,
): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    const isRefused = isJson && reply.statusCode === 400 && typeof payload === 'string';
    if (!isRefused || request.method !== 'GET' || !wantsPage(request.headers.accept))
      return payload;
    const page = await readSiteFile('live', '404.html', '').catch(() => null);
    if (!page) return payload;
    void reply.removeHeader('content-length').type('text/html; charset=utf-8');
    void reply.headers(headersOf('missing', { transport, preview: false, isOpen }));
    return page.body;
  });
}

const ownMachine: Origins = { siteUrl: 'http://localhost', previewUrl: null };

/** A file of the site for an address, and the variant that its visitor gets where that is a page of the live site. */
interface Sent {
  readonly target: Target;
  readonly file: ServedFile;
  readonly variant?: ReturnType<typeof variantOf> | null;
}

/** Sends a file with its headers, the XSRF cookie of a page and the bucket of its visitor. */
function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  transport: TransportScope | null,
  { target, file, variant = null }: Sent,
): FastifyReply {
  const { kind, folder, file: name } = target;
  const { body, coding, etag, deployment } = file;
  const variantName = variant?.folder ? 'canary' : 'live';
  request.served = {
    route: routeOf(target),
    deployment,
    variant: deployment === null ? null : variantName,
  };
  void reply.headers({
    ...headersOf(kind, { transport, preview: folder.startsWith('previews/'), isOpen }, name),
    'Content-Type': mediaTypeOf(name),
    Vary: 'Accept-Encoding',
    ...(coding ? { 'Content-Encoding': coding } : {}),
  });
  // HTTP/1.1 keeps connections open by default. Node's 47 bytes that say so are left out.
  if (request.raw.httpVersion === '1.1' && !reply.raw.hasHeader('Connection'))
    reply.raw.removeHeader('Connection');
  const secure = transport !== null;
  const xsrf = name.endsWith('.html') ? xsrfSetCookie(request.headers.cookie, secure) : null;
  const cookies = [xsrf, variant?.setCookie].filter((cookie) => typeof cookie === 'string');
  if (cookies.length > 0) void reply.header('Set-Cookie', cookies);
  if (cookies.length > 0 || variant?.folder) void reply.header('Cache-Control', cookieCacheControl);
  return sendTagged(request, reply, etag, body);
}

/**
 * Serves the pages and files of a site: compressed copies, cache rules,
 * the headers of @composed/contracts/headers, the XSRF cookie on pages, the 404 page with its status.
 */
export async function sitePlugin(fastify: FastifyInstance, options: SiteOptions) {
  const { transport, statusPage, origins = ownMachine, secret = () => null } = options;
  const { readSiteFile, getsCanary } = options.files;
  const signatureOf = (address: string) => {
    const now = secret();
    return now === null ? null : { secret: now, network: allocationOf(address) };
  };

  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const [path = '/'] = request.url.split('?');
      const status = path === statusPath ? await statusPage?.page(request) : null;
      if (status) return sendPage(reply, transport, 200, status);
      const line = path === linePath ? await statusPage?.line(request) : null;
      if (line) return sendText(reply, 200, line);
      const target = resolveOrigin(resolvePath(path), request.hostname, origins);
      if (typeof target === 'string') return reply.redirect(target + request.url, 302);
      const { kind, folder, file: name } = target;
      const codings = request.headers['accept-encoding'] ?? '';
      const read = (from: string, file = name) => readSiteFile(from, file, codings);
      if (kind !== 'missing') {
        const isLive = kind === 'page' && folder === 'live';
        const signature = signatureOf(request.ip);
        const variant = isLive
          ? variantOf(request.headers, transport !== null, getsCanary, signature)
          : null;
        // A canary that ends in this very moment gives null.
        const ofCanary = variant?.folder && (await read(variant.folder).catch(() => null));
        const file = ofCanary ?? (await read(folder).catch(() => undefined));
        if (file) return sendFile(request, reply, transport, { target, file, variant });
        if (file === undefined) {
          void reply.header('Retry-After', '5');
          return sendText(reply, 503, `${texts.unavailable}\n`);
        }
      }
      // An unknown address is a 404 without the store as well.
      const missingPage = (from: string) => read(from, '404.html').catch(() => null);
      const page = (await missingPage(folder)) ?? (await missingPage('live'));
      if (!page && kind === 'page') {
        void reply.header('Retry-After', '10');
        return sendText(reply, 503, `${texts.notYet}\n`);
      }
      void reply.code(404);
      if (!page) return reply.send('Not found.\n');
      const missing: Target = { kind: 'missing', folder, file: '404.html' };
      return sendFile(request, reply, transport, { target: missing, file: page });
    },
  });
  refuseOtherMethods(fastify, '/*', ['GET', 'HEAD']);
}
