import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sideOf } from '../http/canary';
import { xsrfSetCookie } from '../http/xsrf';
import { cookieCacheControl, headersOf, plainHeaders, type TransportScope } from '../http/headers';
import { mediaTypeOf } from '../http/media-types';
import { placeOf, type Place } from '../http/places';
import { refuseOtherMethods, sendTagged } from '../services/answers';
import { siteOf } from '../services/limits';
import { sendPage } from '../http/page/send-page';
import { type Origins, whereToShow } from './origins';
import { linePath, statusPath, type createStatusPage } from './status-page/status-page';
import type { ServedFile, SiteFiles } from './site-files';

export interface SiteOptions {
  readonly files: SiteFiles;
  /** Null where visitors do not come over TLS; else cookies are Secure and browsers keep to TLS. */
  readonly transport: TransportScope | null;
  /** Of what is live and of previews; without them both are on this machine alone. */
  readonly origins?: Origins;
  /** Signs the buckets of visitors while a canary is judged, else null. */
  readonly secret?: () => string | null;
  /** What is under /_site, for who may see it. */
  readonly statusPage?: ReturnType<typeof createStatusPage>;
}

/** An address for logs and figures: one of few, whatever was asked for. */
function routeOf({ kind, folder, file }: Place): string {
  const start = folder.startsWith('previews/') ? '/preview' : '';
  if (kind === 'page') return `${start}/${file}`;
  return `${start}/${{ 'root-file': ':file', asset: 'assets/*', missing: '404.html' }[kind]}`;
}

/**
 * Serves the pages and files of a site, as the generated nginx configuration does: precompressed
 * copies, cache rules, the headers of ./headers, the XSRF cookie on pages, the 404 page with its status.
 */
export async function site(fastify: FastifyInstance, options: SiteOptions) {
  const { transport, statusPage } = options;
  const { readSiteFile, isShown } = options.files;
  const secure = transport !== null;
  const signatureOf = (address: string) => {
    const secret = options.secret?.() ?? null;
    return secret === null ? null : { secret, network: siteOf(address) };
  };

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    place: Place,
    file: ServedFile,
    side: ReturnType<typeof sideOf> | null = null,
  ) {
    const { kind, folder, file: name } = place;
    const isPage = name.endsWith('.html');
    const { composition } = file;
    const sideName = composition === null ? null : side?.place ? 'canary' : 'live';
    request.served = { route: routeOf(place), composition, side: sideName };
    void reply.headers({
      ...headersOf(kind, { transport, preview: folder.startsWith('previews/') }, name),
      'Content-Type': mediaTypeOf(name),
      Vary: 'Accept-Encoding',
      ...(file.coding ? { 'Content-Encoding': file.coding } : {}),
    });
    // A connection stays open unless HTTP/1.1 says otherwise; Node would say so in 47 bytes each time.
    if (request.raw.httpVersion === '1.1' && !reply.raw.hasHeader('Connection'))
      reply.raw.removeHeader('Connection');
    const xsrf = isPage ? xsrfSetCookie(request.headers.cookie, secure) : null;
    const cookies = [xsrf, side?.setCookie].filter((cookie) => typeof cookie === 'string');
    if (xsrf ?? side?.place ?? side?.setCookie)
      void reply.header('Cache-Control', cookieCacheControl);
    if (cookies.length > 0) void reply.header('Set-Cookie', cookies);
    return sendTagged(request, reply, file.etag, file.body);
  }

  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const [path = '/'] = request.url.split('?');
      const status = path === statusPath ? await statusPage?.page(request) : null;
      if (status) return sendPage(reply, transport, 200, status);
      const line = path === linePath ? await statusPage?.line(request) : null;
      if (line) {
        const headers = { ...plainHeaders, 'Cache-Control': 'no-store' };
        return reply.headers(headers).type('text/plain; charset=utf-8').send(line);
      }
      const asked = placeOf(path);
      const belongs = options.origins
        ? whereToShow(asked, request.hostname, options.origins)
        : asked;
      if (typeof belongs === 'string') return reply.redirect(belongs + request.url, 302);
      const place = belongs;
      const codings = request.headers['accept-encoding'] ?? '';
      if (place.kind !== 'missing') {
        const isLivePage = place.kind === 'page' && place.folder === 'live';
        const side = isLivePage
          ? sideOf(request.headers, secure, isShown, signatureOf(request.ip))
          : null;
        const read = (folder: string) => readSiteFile(folder, place.file, codings);
        // Null where the canary is taken away in this very moment.
        const ofCanary = side?.place && (await read(side.place).catch(() => null));
        const file = ofCanary ?? (await read(place.folder).catch(() => undefined));
        if (file) return send(request, reply, place, file, side);
        if (file === undefined) {
          const headers = { ...plainHeaders, 'Cache-Control': 'no-store', 'Retry-After': '5' };
          void reply.code(503).headers(headers).type('text/plain; charset=utf-8');
          return reply.send('The store of the site does not answer; try again in a moment.\n');
        }
      }
      // What is no address is none without the store, too.
      const missingPage = (folder: string) =>
        readSiteFile(folder, '404.html', codings).catch(() => null);
      const page = (await missingPage(place.folder)) ?? (await missingPage('live'));
      void reply.code(404);
      const missing: Place = { kind: 'missing', folder: place.folder, file: '404.html' };
      return page ? send(request, reply, missing, page) : reply.send('Not found.\n');
    },
  });
  refuseOtherMethods(fastify, '/*', ['GET', 'HEAD']);
}
