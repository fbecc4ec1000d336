import { randomUUID } from 'node:crypto';
import { compile } from '@fastify/proxy-addr';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import SonicBoom from 'sonic-boom';
import * as v from 'valibot';
import type { Environment } from '@composed/command/environment';
import { escapeJson, plainLines, terminal } from '@composed/command/terminal';

/** Bytes to collect before a write. */
const chunkSize = 4096;

/** The most bytes in memory for a slow reader of the log. Further lines are dropped, so that no visitor waits. */
const maxBuffered = 4 * 1024 * 1024;

/** Milliseconds after which collected lines are written, and the most that the last flush of a server may take. */
const flushInterval = 1000;

const logLine = v.looseObject({
  level: v.string(),
  time: v.string(),
  msg: v.optional(v.string(), ''),
});

/** Formats a JSON line for people. Values stay JSON-encoded, so that a line break in a value cannot forge a line. */
function formatLine(json: string): string {
  const { level, time, msg, ...facts } = v.parse(logLine, JSON.parse(json));
  const fields = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return `${plainLines([time, level, msg, ...fields].join(' ')).join(' ')}\n`;
}

/** Serializes an error without its message, which may quote the request, and with only the first frame of its stack. */
function serializeError(error: Error & { readonly code?: string }) {
  const frame = error.stack?.split('\n').find((line) => line.trimStart().startsWith('at '));
  return { type: error.name, message: error.code ?? '', stack: frame?.trim() ?? '' };
}

/** Logs a failure, unless the client has closed its connection. */
export function logFault(request: FastifyRequest, reply: FastifyReply, error: Error): void {
  if (!reply.raw.destroyed) request.log.error({ req: request, err: error }, 'fault');
}

/**
 * Replaces Fastify's own lines, which contain addresses, queries and error messages. ./observe.ts writes one line for
 * each request instead.
 */
class PrivateLogController extends LogController {
  override defaultErrorLog(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.statusCode >= 500) logFault(request, reply, error);
  }
}

/** Returns a function that gives a request its id: the one that a trusted proxy has set, or a new one. */
function requestIds(trustedProxies: readonly string[]) {
  const isTrusted = compile([...trustedProxies]);
  return ({ socket, headers }: FastifyRequest['raw']): string => {
    const header = headers['x-request-id'];
    const isValid = typeof header === 'string' && /^[\w-]{8,64}$/.test(header);
    return isValid && isTrusted(socket.remoteAddress ?? '', 0) ? header : randomUUID();
  };
}

/** Opens the destination of log lines. A slow or closed reader never blocks the server. */
function openOutput(log: Environment['log'], onLost: () => void) {
  if (log === 'off') {
    const write = (json: string) => terminal.writeError(formatLine(json));
    return { stream: { write }, flush: () => Promise.resolve() };
  }
  // Accessing `process.stdout` makes a pipe non-blocking. Otherwise each write would block a thread.
  // oxlint-disable-next-line eslint/no-restricted-properties -- Only its file descriptor is used.
  const { fd } = process.stdout;
  const output = new SonicBoom({
    fd,
    sync: false,
    minLength: chunkSize,
    maxLength: maxBuffered,
    periodicFlush: flushInterval,
  });
  output.on('drop', onLost).on('error', () => undefined);
  const flush = () =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, flushInterval).unref();
      output.flush(() => resolve());
    });
  const write = (json: string) =>
    void output.write(log === 'json' ? escapeJson(json) : formatLine(json));
  return { stream: { write }, flush };
}

/**
 * Configures Fastify's logger for a server.
 * @param onLost called for each line that was dropped because nobody read the log
 * @returns options for Fastify, and `flush`, which writes the last lines
 */
export function openLog(
  { log, trustedProxies }: Pick<Environment, 'log' | 'trustedProxies'>,
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
        err: serializeError,
        req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions.url }),
      },
      stream,
    },
    logController: new PrivateLogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: requestIds(trustedProxies),
  };
  return { options, flush };
}
