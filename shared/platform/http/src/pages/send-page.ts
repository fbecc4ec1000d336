import { createHash } from 'node:crypto';
import { hashSource } from '@composed/contracts/content-policy';
import type { FastifyReply } from 'fastify';
import {
  isolatedDocumentHeaders,
  hstsHeaders,
  unindexedHeaders,
  type Headers,
  type HstsScope,
} from '@composed/contracts/headers';

/** Returns the CSP source that allows exactly this inline script or style. */
export const hashOfInline = (text: string) =>
  hashSource(createHash('sha256').update(text).digest('base64'));

/**
 * Returns the headers of a page that a server creates. Its policy allows the one inline style sheet by hash, forms to
 * this origin (every redirect after the sign-in form stays on it), and no scripts, frames or embedding.
 * @param hstsScope null when visitors do not use TLS
 */
function pageHeaders(page: string, hstsScope: HstsScope | null): Headers {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
  const isHttps = hstsScope !== null;
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
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    ...isolatedDocumentHeaders,
    ...unindexedHeaders,
    ...hstsHeaders(hstsScope),
    'Content-Security-Policy': policy.join('; '),
    'Cache-Control': 'no-store, no-transform',
  };
}

export function sendPage(
  reply: FastifyReply,
  hstsScope: HstsScope | null,
  status: number,
  page: string,
): FastifyReply {
  return reply
    .code(status)
    .headers(pageHeaders(page, hstsScope))
    .type('text/html; charset=utf-8')
    .send(page);
}
