import type { FastifyReply } from 'fastify';
import {
  isolationHeaders,
  transportHeaders,
  unindexedHeaders,
  type Headers,
} from '../../http/headers';
import { stylesHash } from './styles';

/**
 * The headers of a service page: no scripts at all, one style sheet by its hash, forms to this origin
 * alone (every redirect after the sign-in form stays on it), nothing embedded or embedding.
 * @param publicUrl origin of the site
 */
export function securityHeaders(publicUrl: string): Headers {
  const secure = publicUrl.startsWith('https:');
  const policy = [
    "default-src 'none'",
    `style-src '${stylesHash}'`,
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    ...isolationHeaders,
    ...unindexedHeaders,
    ...(secure ? transportHeaders : {}),
    'Content-Security-Policy': policy.join('; '),
    'Cache-Control': 'no-store',
  };
}

/** Sends a service page. */
export function sendPage(
  reply: FastifyReply,
  publicUrl: string,
  status: number,
  page: string,
): FastifyReply {
  return reply
    .code(status)
    .headers(securityHeaders(publicUrl))
    .type('text/html; charset=utf-8')
    .send(page);
}
