import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Fault } from './fault';
import { buildFaultyRemotes } from './faulty-remotes';
import type { Answer, Exchange, Reply } from './handlers';
import { indexPage } from './index-page';
import { remoteFaults } from './remote-faults';
import { siteFaults } from './site-faults';

const faults: readonly Fault[] = [...remoteFaults, ...siteFaults];

export interface FaultServerOptions {
  /** Address of the real site. */
  readonly site: string;
  readonly port: number;
  /** Milliseconds from its page's first request until a fault is repaired, if it can be. */
  readonly duration: number;
}

export interface FaultySite {
  readonly origin: string;
  /** Ends a fault that ends when it is repaired. */
  readonly repair: () => void;
}

export interface FaultServer {
  readonly url: string;
  /** The site with a fault in it, at an origin of its own for every call. */
  readonly open: (name: string) => FaultySite;
  readonly stop: () => Promise<void>;
}

/** Headers that say something about the connection, or about a body that may be changed here. */
const dropped = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding'],
  ...['etag', 'cache-control', 'strict-transport-security'],
]);

function keptHeaders(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || dropped.has(name) ? [] : [[name, String(value)] as const],
    ),
  );
}

async function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function ask(site: string, request: IncomingMessage): Promise<Answer> {
  const { method = 'GET', headers, url = '/' } = request;
  return new Promise((resolve, reject) => {
    const forwarded = httpRequest(
      `${site}${url}`,
      { method, headers: { ...headers, host: new URL(site).host, 'accept-encoding': 'identity' } },
      (response) => {
        bodyOf(response).then((body) => {
          resolve({
            status: response.statusCode ?? 502,
            headers: keptHeaders(response.headers),
            body,
          });
        }, reject);
      },
    );
    forwarded.on('error', reject);
    request.pipe(forwarded);
  });
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply.send === 'nothing') return;
  if (reply.send === 'break') {
    response.destroy();
    return;
  }
  const { status, headers, body } = reply.answer;
  // A browser must not remember today's fault tomorrow.
  response.writeHead(status, {
    ...headers,
    'cache-control': 'no-store',
    'content-length': body.length,
  });
  if (reply.send === 'answer') response.end(body);
  else response.write(body.subarray(0, reply.bytes), () => response.destroy());
}

/**
 * Stands in front of the real site and breaks it: each fault under its own host name, so that a browser
 * keeps them apart. Names below localhost lead to this machine without any set-up. Builds the faulty
 * remotes first, unless they are built.
 */
export async function startFaultServer(options: FaultServerOptions): Promise<FaultServer> {
  const { site, port, duration } = options;
  await buildFaultyRemotes();
  /** Host name → when it was first asked for anything. */
  const began = new Map<string, number>();
  const repaired = new Set<string>();
  let sessions = 0;

  function faultOf(host: string): Fault | null {
    const name = /^([\w-]+?)(?:--\d+)?\.localhost$/.exec(host)?.[1];
    const fault = faults.find((candidate) => candidate.name === name);
    if (!fault) return null;
    const since = began.get(host) ?? Date.now();
    if (!began.has(host)) began.set(host, since);
    if (Date.now() - since > duration) repaired.add(host);
    return fault.ends === 'when repaired' && repaired.has(host) ? { ...fault, rules: [] } : fault;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [host = ''] = (request.headers.host ?? '').split(':');
    const path = request.url ?? '/';
    const fault = faultOf(host);
    if (!fault) {
      const opened = /^\/open\/([\w-]+)$/.exec(path)?.[1];
      const chosen = faults.find(({ name }) => name === opened);
      if (!chosen) {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
        response.end(indexPage(faults, duration));
        return;
      }
      response.writeHead(302, { location: `${open(chosen.name).origin}${chosen.page}` }).end();
      return;
    }
    const [pathname = '/'] = path.split('?');
    const rule = fault.rules.find(({ on }) => on.test(pathname));
    const exchange: Exchange = {
      path: pathname,
      real: () => ask(site, request),
    };
    send(
      response,
      rule ? await rule.handler(exchange) : { send: 'answer', answer: await exchange.real() },
    );
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else
        response.writeHead(502).end(`${error instanceof Error ? error.message : String(error)}\n`);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, 'localhost', resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;

  function open(name: string): FaultySite {
    const host = `${name}--${(sessions += 1)}.localhost`;
    return {
      origin: `http://${host}:${bound}`,
      repair: () => void repaired.add(host),
    };
  }
  return {
    url: `http://localhost:${bound}`,
    open,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
