import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { xsrfSetCookie } from '../http/xsrf';
import { cookieCacheControl, headersOf, plainHeaders, type TransportScope } from '../http/headers';
import { mediaTypeOf } from '../http/media-types';
import { placeOf, type Place } from '../http/places';
import { statusPath } from './status-page/status-page';
import { createSiteFiles, type ServedFile } from './site-files';

export interface SiteOptions {
  /** SITE_DIR: the folder of the store. */
  readonly siteDir: string;
  /** Null where visitors do not come over TLS; else cookies are Secure and browsers keep to TLS. */
  readonly transport: TransportScope | null;
  /** The page under /_site, or null for who may not see it. */
  readonly statusPage?: (request: FastifyRequest) => Promise<string | null>;
  /** Development only: changes a page before it is sent, which then comes without its policy. */
  readonly transformPage?: (html: string) => string;
}

/**
 * Whether the client has this version already. RFC 9110, 13.1.2: a list of tags or `*`, compared weakly,
 * since a proxy that compresses anew weakens them.
 */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return ifNoneMatch?.trim() === '*' || known.includes(etag);
}

/**
 * Serves the pages and files of a site folder, as the generated nginx configuration does: precompressed
 * copies, cache rules, the headers of ./headers, the XSRF cookie on pages, the 404 page with its status.
 */
export async function site(fastify: FastifyInstance, options: SiteOptions) {
  const { siteDir, transport, statusPage, transformPage } = options;
  const readSiteFile = createSiteFiles(siteDir);

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    place: Place,
    name: string,
    file: ServedFile,
  ) {
    const isPage = name.endsWith('.html');
    void reply.headers({
      ...headersOf(place.kind, { transport, preview: place.folder.startsWith('previews/') }, name),
      'Content-Type': mediaTypeOf(name),
      Vary: 'Accept-Encoding',
      ETag: file.etag,
      ...(file.coding ? { 'Content-Encoding': file.coding } : {}),
    });
    // A connection stays open unless HTTP/1.1 says otherwise; Node would say so in 47 bytes each time.
    if (request.raw.httpVersion === '1.1') reply.raw.removeHeader('Connection');
    const cookie = isPage ? xsrfSetCookie(request.headers.cookie, transport !== null) : null;
    if (cookie) void reply.headers({ 'Set-Cookie': cookie, 'Cache-Control': cookieCacheControl });
    if (isPage && transformPage) {
      // What a development build needs: its scripts have no hashes.
      for (const name of [
        'Content-Security-Policy',
        'Integrity-Policy',
        'Cross-Origin-Embedder-Policy',
      ]) {
        void reply.removeHeader(name);
      }
      void reply.removeHeader('Content-Encoding').removeHeader('ETag');
      return reply.send(transformPage(file.body.toString('utf8')));
    }
    if (reply.statusCode === 200 && isKnown(request.headers['if-none-match'], file.etag)) {
      return reply.code(304).send();
    }
    return reply.send(file.body);
  }

  function sendStatus(reply: FastifyReply, html: string) {
    return reply
      .headers({ ...headersOf('page', { transport, preview: true }), 'Cache-Control': 'no-store' })
      .type(mediaTypeOf('.html'))
      .send(html);
  }

  fastify.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/*',
    // Refused before a body is read.
    onRequest: async (_request, reply) =>
      reply
        .code(405)
        .headers({ ...plainHeaders, Allow: 'GET, HEAD' })
        .type('text/plain; charset=utf-8')
        .send('Only GET and HEAD are allowed here.\n'),
    handler: () => undefined,
  });

  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const [path = '/'] = request.url.split('?');
      const status = path === statusPath ? await statusPage?.(request) : null;
      if (status) return sendStatus(reply, status);
      const place = placeOf(path);
      const codings = transformPage ? '' : (request.headers['accept-encoding'] ?? '');
      if (place.kind !== 'missing') {
        const file = await readSiteFile(place.folder, place.file, codings);
        if (file) return send(request, reply, place, place.file, file);
      }
      const missing: Place = { kind: 'missing', folder: place.folder };
      const page =
        (await readSiteFile(place.folder, '404.html', codings)) ??
        (await readSiteFile('live', '404.html', codings));
      void reply.code(404);
      return page ? send(request, reply, missing, '404.html', page) : reply.send('Not found.\n');
    },
  });
}
