import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { plainHeaders } from '../http/headers';
import { QueueFullError } from './fair-queue';

/** Answers with a reason in JSON: for a developer to read, never what was sent. */
export function refuse(
  reply: FastifyReply,
  status: number,
  reason: string,
  fields?: readonly Readonly<Record<'field' | 'reason', string>>[],
): FastifyReply {
  return reply
    .code(status)
    .headers({ ...plainHeaders, 'Cache-Control': 'no-store' })
    .type('application/json')
    .send({ reason, fields });
}

/** @param seconds until the next try is counted afresh */
export function refuseForNow(reply: FastifyReply, seconds: number): FastifyReply {
  void reply.header('retry-after', String(seconds));
  return refuse(reply, 429, `Too many tries; try again in ${seconds} seconds.`);
}

const reasons: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be sent as application/json.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty; it must be JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as it says.',
};

/** Errors that Fastify raises while it reads a request, as JSON reasons; anything else is a fault of ours. */
export function answerErrorsAsJson(fastify: FastifyInstance): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof QueueFullError) return refuseForNow(reply, 10);
    const status = error.statusCode ?? 500;
    if (status < 400 || status > 499) {
      request.log.error({ req: request, err: error }, 'fault');
      return refuse(reply, 500, 'The service failed.');
    }
    const unreadable = error instanceof SyntaxError ? 'The body is not JSON.' : null;
    return refuse(reply, status, unreadable ?? reasons[error.code] ?? 'The request is malformed.');
  });
}

/** Reads bodies of these media types as JSON, up to a limit in bytes, and says in JSON what is wrong with them. */
export function readJson(fastify: FastifyInstance, types: string[], bodyLimit: number): void {
  answerErrorsAsJson(fastify);
  fastify.removeAllContentTypeParsers();
  const parser = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser(types, { parseAs: 'string', bodyLimit }, parser);
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export function refuseMethod(reply: FastifyReply, allowed: readonly string[]): FastifyReply {
  void reply.header('allow', allowed.join(', '));
  return refuse(reply, 405, `Only ${allowed.join(' and ')} is allowed here.`);
}

/** Answers the methods that a path does not have with 405 and the list of those it has. */
export function refuseOtherMethods(
  fastify: FastifyInstance,
  url: string,
  allowed: readonly (typeof methods)[number][],
): void {
  fastify.route({
    method: methods.filter((method) => !allowed.includes(method)),
    url,
    // Refused before its body is read.
    onRequest: async (_request, reply) => refuseMethod(reply, allowed),
    handler: () => undefined,
  });
}
