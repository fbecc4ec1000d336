import { createHash } from 'node:crypto';
import { hashSource } from '@composed/contracts/content-policy';
import type { FastifyReply } from 'fastify';
import {
  documentHeaders,
  transportHeaders,
  unindexedHeaders,
  type Headers,
  type TransportScope,
} from '@composed/contracts/headers';

/** A CSP source that allows exactly this inline text. */
export const hashInline = (text: string) =>
  hashSource(createHash('sha256').update(text).digest('base64'));

/**
 * The headers of a page that a server makes: no scripts at all, its one inline style sheet by its hash, forms to this
 * origin alone (every redirect after the sign-in form stays on it), nothing embedded or embedding.
 * @param transport null where visitors do not come over TLS
 */
function pageHeaders(page: string, transport: TransportScope | null): Headers {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
  const policy = [
    "default-src 'none'",
    `style-src ${hashInline(style)}`,
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(transport ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    ...documentHeaders,
    ...unindexedHeaders,
    ...transportHeaders(transport),
    'Content-Security-Policy': policy.join('; '),
    'Cache-Control': 'no-store, no-transform',
  };
}

export function sendPage(
  reply: FastifyReply,
  transport: TransportScope | null,
  status: number,
  page: string,
): FastifyReply {
  return reply
    .code(status)
    .headers(pageHeaders(page, transport))
    .type('text/html; charset=utf-8')
    .send(page);
}
