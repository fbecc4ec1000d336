import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
} from 'fastify';
import fresh from 'fresh';
import { commonHeaders } from '@composed/contracts/headers';
import { logFault } from '../operations/log';
import { BusyError } from './rate-limit';

/** Refuses a request with a reason in JSON. The reason is for developers and quotes nothing from the request. */
export function refuse(reply: FastifyReply, status: number, reason: string): FastifyReply {
  return reply
    .code(status)
    .headers({ ...commonHeaders, 'Cache-Control': 'no-store' })
    .type('application/json')
    .send({ reason });
}

/** Sends a body with its ETag, or a 304 when the client has it. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  body: string | Buffer,
): FastifyReply {
  void reply.header('etag', etag);
  const known = { 'if-none-match': request.headers['if-none-match'] };
  const isKnown = reply.statusCode === 200 && fresh(known, { etag });
  return isKnown ? reply.code(304).send() : reply.send(body);
}

/** Refuses a request with 429. @param seconds until the client may try again */
export function refuseForNow(reply: FastifyReply, seconds: number): FastifyReply {
  void reply.header('retry-after', String(seconds));
  return refuse(reply, 429, `Too many tries; try again in ${seconds} seconds.`);
}

/** Sends errors as JSON: those that Fastify raises while it reads a request with their status, all others as a 500. */
export function sendErrorsAsJson(fastify: FastifyInstance): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof BusyError) return refuseForNow(reply, 10);
    const status = error.statusCode ?? 500;
    if (status < 400 || status > 499) {
      logFault(request, reply, error);
      return refuse(reply, 500, 'The service failed.');
    }
    // nginx sends the same sentence.
    if (status === 413) return refuse(reply, status, 'The body is too large.');
    return refuse(reply, status, `The request cannot be read (${error.code}).`);
  });
}

/** Parses bodies of these media types as JSON, up to a limit in bytes, and sends errors as JSON. */
export function acceptJson(fastify: FastifyInstance, types: string[], bodyLimit: number): void {
  sendErrorsAsJson(fastify);
  fastify.removeAllContentTypeParsers();
  const parser = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser(types, { parseAs: 'string', bodyLimit }, parser);
}

export function refuseMethod(reply: FastifyReply, allowed: readonly string[]): FastifyReply {
  void reply.header('allow', allowed.join(', '));
  const verb = allowed.length > 1 ? 'are' : 'is';
  return refuse(reply, 405, `Only ${allowed.join(' and ')} ${verb} allowed here.`);
}

/** Refuses all other methods at a path with 405 and the list of allowed methods. */
export function refuseOtherMethods(
  fastify: FastifyInstance,
  url: string,
  allowed: readonly HTTPMethods[],
): void {
  fastify.route({
    method: fastify.supportedMethods.filter((method) => !allowed.includes(method)),
    url,
    // Refuses the request before its body is read.
    onRequest: async (_request, reply) => refuseMethod(reply, allowed),
    handler: () => undefined,
  });
}
