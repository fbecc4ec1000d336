import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getSiteDescription } from '@composed/apps/this-repository';
import { relaxesPolicy } from '@composed/contracts/outside-origins';
import { isLocal, type Environment } from '@composed/command/environment';
import { chooseVariant } from '@composed/http/cookies/visitor-bucket';
import { xsrfSetCookie } from '@composed/http/cookies/xsrf-token';
import {
  cookieCacheControl,
  headersOf,
  commonHeaders,
  type HstsScope,
} from '@composed/contracts/headers';
import { mediaTypeOf } from '@composed/contracts/media-types';
import { wantsPage } from '@composed/http/pages/unreadable-request';
import { resolvePath, type Target } from '@composed/contracts/url-routing';
import { refuseOtherMethods, sendTagged } from '@composed/http/calls/responses';
import { allocationOf } from '@composed/http/calls/rate-limit';
import { sendPage } from '@composed/http/pages/send-page';
import { linePath, statusPath, type createStatusPage } from '../status-page/status-page';
import type { ServedFile, SiteFiles } from './site-files';

type Origins = Pick<Environment, 'siteUrl' | 'previewUrl'>;

/**
 * Decides which origin serves a request. The code of a preview may be unreviewed, so on a public site previews have an
 * origin of their own, apart from the cookies and the calls of the live site.
 * @returns the origin to redirect to, or the target to serve. A public site without an origin for previews serves no
 *   previews.
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
  /** The scope of Strict-Transport-Security, or null when visitors do not use TLS. */
  readonly hstsScope: HstsScope | null;
  /** The origins of the live site and of previews. Default: this machine. */
  readonly origins?: Origins;
  /** Returns the secret that signs visitor buckets, or null while no canary is judged. */
  readonly secret?: () => string | null;
  readonly statusPage?: ReturnType<typeof createStatusPage>;
}

/** Returns the name of a route for logs and metrics. There are few names, whatever visitors request. */
function findRouteLabel({ kind, folder, file }: Target): string {
  const start = folder.startsWith('previews/') ? '/preview' : '';
  if (kind === 'page') return `${start}/${file}`;
  return `${start}/${{ 'root-file': ':file', asset: 'assets/*', missing: '404.html' }[kind]}`;
}

const isPolicyRelaxed = () => relaxesPolicy(getSiteDescription());

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  void reply.code(status).headers({ ...commonHeaders, 'Cache-Control': 'no-store' });
  return reply.type('text/plain; charset=utf-8').send(text);
}

/**
 * Replaces JSON errors with status 400 by the site's 404 page when a person opens the address. The status stays.
 * @param fastify affects the routes that are registered afterwards
 */
export function showRefusals(
  fastify: FastifyInstance,
  { readSiteFile }: Pick<SiteFiles, 'readSiteFile'>,
  hstsScope: HstsScope | null,
): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    const isRefused = isJson && reply.statusCode === 400 && typeof payload === 'string';
    if (!isRefused || request.method !== 'GET' || !wantsPage(request.headers.accept))
      return payload;
    const page = await readSiteFile('live', '404.html', '').catch(() => null);
    if (!page) return payload;
    void reply.removeHeader('content-length').type('text/html; charset=utf-8');
    void reply.headers(
      headersOf('missing', { hstsScope, preview: false, relaxesPolicy: isPolicyRelaxed() }),
    );
    return page.body;
  });
}

const ownMachine: Origins = { siteUrl: 'http://localhost', previewUrl: null };

interface SentFile {
  readonly target: Target;
  readonly file: ServedFile;
  /** The visitor's variant, for pages of the live site. */
  readonly variant?: ReturnType<typeof chooseVariant> | null;
}

/** Sends a file with its headers. Pages also set the XSRF cookie and the visitor's bucket. */
function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  hstsScope: HstsScope | null,
  { target, file, variant = null }: SentFile,
): FastifyReply {
  const { kind, folder, file: name } = target;
  const { body, coding, etag, deployment } = file;
  const variantName = variant?.folder ? 'canary' : 'live';
  request.served = {
    route: findRouteLabel(target),
    deployment,
    variant: deployment === null ? null : variantName,
  };
  void reply.headers({
    ...headersOf(
      kind,
      { hstsScope, preview: folder.startsWith('previews/'), relaxesPolicy: isPolicyRelaxed() },
      name,
    ),
    'Content-Type': mediaTypeOf(name),
    Vary: 'Accept-Encoding',
    ...(coding ? { 'Content-Encoding': coding } : {}),
  });
  // Removes Node's headers "Connection: keep-alive" and "Keep-Alive", 47 bytes: HTTP/1.1 keeps connections open anyway.
  if (request.raw.httpVersion === '1.1' && !reply.raw.hasHeader('Connection'))
    reply.raw.removeHeader('Connection');
  const isHttps = hstsScope !== null;
  const xsrf = name.endsWith('.html') ? xsrfSetCookie(request.headers.cookie, isHttps) : null;
  const cookies = [xsrf, variant?.setCookie].filter((cookie) => typeof cookie === 'string');
  if (cookies.length > 0) void reply.header('Set-Cookie', cookies);
  if (cookies.length > 0 || variant?.folder) void reply.header('Cache-Control', cookieCacheControl);
  return sendTagged(request, reply, etag, body);
}

/** A target that does not exist. */
interface NotFound {
  readonly target: Target;
  /** @param folder a folder of pages, such as 'live' */
  readonly readNotFoundPage: (folder: string) => Promise<ServedFile | null>;
}

/** Sends the site's 404 page. An unknown address is a 404 even while the store is unavailable. */
async function sendNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  hstsScope: HstsScope | null,
  { target, readNotFoundPage }: NotFound,
): Promise<FastifyReply> {
  const { kind, folder } = target;
  const readPage = (from: string) => readNotFoundPage(from).catch(() => null);
  const page = (await readPage(folder)) ?? (await readPage('live'));
  if (!page && kind === 'page') {
    void reply.header('Retry-After', '10');
    return sendText(reply, 503, `${getSiteDescription().texts.notYet}\n`);
  }
  void reply.code(404);
  if (!page) return reply.send('Not found.\n');
  const missing: Target = { kind: 'missing', folder, file: '404.html' };
  return sendFile(request, reply, hstsScope, { target: missing, file: page });
}

/** Serves the pages and files of a site, the status page, and the 404 page for unknown addresses. */
export async function sitePlugin(fastify: FastifyInstance, options: SiteOptions) {
  const { hstsScope, statusPage, origins = ownMachine, secret = () => null } = options;
  const isHttps = hstsScope !== null;
  const { readSiteFile, getsCanary } = options.files;
  const signingKeyOf = (address: string) => {
    const currentSecret = secret();
    return currentSecret === null
      ? null
      : { secret: currentSecret, allocation: allocationOf(address) };
  };

  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const [path = '/'] = request.url.split('?');
      const status = path === statusPath ? await statusPage?.page(request) : null;
      if (status) return sendPage(reply, hstsScope, 200, status);
      const line = path === linePath ? await statusPage?.line(request) : null;
      if (line) return sendText(reply, 200, line);
      const target = resolveOrigin(resolvePath(path), request.hostname, origins);
      if (typeof target === 'string') return reply.redirect(target + request.url, 302);
      const { kind, folder, file: name } = target;
      const codings = request.headers['accept-encoding'] ?? '';
      const read = (from: string, file = name) => readSiteFile(from, file, codings);
      if (kind !== 'missing') {
        const isLive = kind === 'page' && folder === 'live';
        const signingKey = signingKeyOf(request.ip);
        const variant = isLive
          ? chooseVariant(request.headers, isHttps, getsCanary, signingKey)
          : null;
        // If the canary has just ended, this is null, and the visitor gets the live page.
        const canaryFile = variant?.folder && (await read(variant.folder).catch(() => null));
        const file = canaryFile ?? (await read(folder).catch(() => undefined));
        if (file) return sendFile(request, reply, hstsScope, { target, file, variant });
        if (file === undefined) {
          void reply.header('Retry-After', '5');
          return sendText(reply, 503, `${getSiteDescription().texts.unavailable}\n`);
        }
      }
      const readNotFoundPage = (from: string) => read(from, '404.html');
      return sendNotFound(request, reply, hstsScope, { target, readNotFoundPage });
    },
  });
  refuseOtherMethods(fastify, '/*', ['GET', 'HEAD']);
}
