import { randomUUID } from 'node:crypto';
import { compile } from '@fastify/proxy-addr';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import SonicBoom from 'sonic-boom';
import * as v from 'valibot';
import type { Settings } from '@composed/command/environment';
import { escapeJson, plainLines, terminal } from '@composed/command/terminal';

/** Bytes to collect before a write, which is a second late at most. */
const atATime = 4096;

/**
 * The most bytes that wait for a slow reader of the log. Further lines are lost, since no visitor may wait for them.
 */
const maxWaiting = 4 * 1024 * 1024;

/** Milliseconds for the last lines of a server that ends. */
const lastLines = 1000;

const line = v.looseObject({
  level: v.string(),
  time: v.string(),
  msg: v.optional(v.string(), ''),
});

/** A line for people. Values keep their quotation marks, so that none begins a line of its own. */
function formatLine(json: string): string {
  const { level, time, msg, ...facts } = v.parse(line, JSON.parse(json));
  const fields = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return `${plainLines([time, level, msg, ...fields].join(' ')).join(' ')}\n`;
}

/** An error without its message, which may quote the request, and with the line where it was created. */
function describeError(error: Error & { readonly code?: string }) {
  const at = error.stack?.split('\n').find((entry) => entry.trimStart().startsWith('at '));
  return { type: error.name, message: error.code ?? '', stack: at?.trim() ?? '' };
}

/** Logs a failure. A request whose client has gone is no failure. */
export function logFault(request: FastifyRequest, reply: FastifyReply, error: Error): void {
  if (!reply.raw.destroyed) request.log.error({ req: request, err: error }, 'fault');
}

/** Fastify's own lines hold addresses, queries and texts of errors: ./observe.ts writes one for each request instead. */
class OwnLines extends LogController {
  override defaultErrorLog(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.statusCode >= 500) logFault(request, reply, error);
  }
}

/** The id of a request: the proxy’s, if it is trusted. */
function requestIds(trustedProxies: readonly string[]) {
  const isTrusted = compile([...trustedProxies]);
  return ({ socket, headers }: FastifyRequest['raw']): string => {
    const header = headers['x-request-id'];
    const isName = typeof header === 'string' && /^[\w-]{8,64}$/.test(header);
    return isName && isTrusted(socket.remoteAddress ?? '', 0) ? header : randomUUID();
  };
}

/** The destination of lines. A reader that is slow, or gone, holds nobody up. */
function openOutput(log: Settings['log'], onLost: () => void) {
  if (log === 'off') {
    const write = (json: string) => terminal.writeError(formatLine(json));
    return { stream: { write }, flush: () => Promise.resolve() };
  }
  // The first access makes a pipe non-blocking; else each write would hold a thread.
  // oxlint-disable-next-line eslint/no-restricted-properties -- Its number alone.
  const { fd } = process.stdout;
  const output = new SonicBoom({
    fd,
    sync: false,
    minLength: atATime,
    maxLength: maxWaiting,
    periodicFlush: lastLines,
  });
  output.on('drop', onLost).on('error', () => undefined);
  const flush = () =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, lastLines).unref();
      output.flush(() => resolve());
    });
  const write = (json: string) =>
    void output.write(log === 'json' ? escapeJson(json) : formatLine(json));
  return { stream: { write }, flush };
}

/**
 * The log of a server, by Fastify's own logger.
 * @param onLost called for each line that nobody read in time
 * @returns options for Fastify, and `flush`, which writes the last lines
 */
export function openLog(
  { log, trustedProxies }: Pick<Settings, 'log' | 'trustedProxies'>,
  onLost: () => void,
) {
  const { stream, flush } = openOutput(log, onLost);
  const options = {
    logger: {
      level: log === 'off' ? 'warn' : 'info',
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (level: string) => ({ level }) },
      serializers: {
        err: describeError,
        req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions.url }),
      },
      stream,
    },
    logController: new OwnLines({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIds(trustedProxies),
  };
  return { options, flush };
}
