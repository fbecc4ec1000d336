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

/** Returns the CSP source that allows exactly this inline script or style. */
export const hashOfInline = (text: string) =>
  hashSource(createHash('sha256').update(text).digest('base64'));

/**
 * Returns the headers of a page that a server creates. Its policy allows the one inline style sheet by hash, forms to
 * this origin (every redirect after the sign-in form stays on it), and no scripts, frames or embedding.
 * @param transport null when visitors do not use TLS
 */
function pageHeaders(page: string, transport: TransportScope | null): Headers {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
  const policy = [
    "default-src 'none'",
    `style-src ${hashOfInline(style)}`,
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
