import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
} from 'fastify';
import fresh from 'fresh';
import { plainHeaders } from '@composed/contracts/headers';
import { logFault } from '../operations/log';
import { BusyError } from './rate-limit';

/** Responds with a reason in JSON for a developer, without content of the request. */
export function refuse(reply: FastifyReply, status: number, reason: string): FastifyReply {
  return reply
    .code(status)
    .headers({ ...plainHeaders, 'Cache-Control': 'no-store' })
    .type('application/json')
    .send({ reason });
}

/** Sends the content, or 304 to a client that has it. */
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

/** @param seconds until the next try is counted afresh */
export function refuseForNow(reply: FastifyReply, seconds: number): FastifyReply {
  void reply.header('retry-after', String(seconds));
  return refuse(reply, 429, `Too many tries; try again in ${seconds} seconds.`);
}

/** Errors that Fastify raises while it reads a request, as JSON reasons; all others are our own faults. */
export function sendErrorsAsJson(fastify: FastifyInstance): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof BusyError) return refuseForNow(reply, 10);
    const status = error.statusCode ?? 500;
    if (status < 400 || status > 499) {
      logFault(request, reply, error);
      return refuse(reply, 500, 'The service failed.');
    }
    // The same sentence as that of nginx.
    if (status === 413) return refuse(reply, status, 'The body is too large.');
    return refuse(reply, status, `The request cannot be read (${error.code}).`);
  });
}

/** Reads bodies of these media types as JSON, up to a limit in bytes, and says in JSON what is wrong with them. */
export function readJson(fastify: FastifyInstance, types: string[], bodyLimit: number): void {
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

/** Responds to methods that a path does not have with 405 and the list of those it has. */
export function refuseOtherMethods(
  fastify: FastifyInstance,
  url: string,
  allowed: readonly HTTPMethods[],
): void {
  fastify.route({
    method: fastify.supportedMethods.filter((method) => !allowed.includes(method)),
    url,
    // A request is refused before its body is read.
    onRequest: async (_request, reply) => refuseMethod(reply, allowed),
    handler: () => undefined,
  });
}
