import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Answer, Exchange, Sent } from './answers';
import type { Fault } from './fault';
import { indexPage } from './index-page';

export interface FaultServerOptions {
  /** Address of the real site. */
  readonly site: string;
  readonly port: number;
  readonly faults: readonly Fault[];
  /** Milliseconds after which a fault that can be mended is, counted from its page's first request. */
  readonly lasts: number;
}

export interface FaultServer {
  readonly url: string;
  /** Address of the site with a fault in it; a session of its own for every call. */
  readonly open: (name: string) => { readonly origin: string; readonly mend: () => void };
  readonly stop: () => Promise<void>;
}

/** Headers that hold for one connection, or for a body that was changed on the way. */
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

function ask(site: string, path: string, request?: IncomingMessage): Promise<Answer> {
  const { method = 'GET', headers = {} } = request ?? {};
  return new Promise((resolve, reject) => {
    const forwarded = httpRequest(
      `${site}${path}`,
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
    if (request) request.pipe(forwarded);
    else forwarded.end();
  });
}

function send(response: ServerResponse, sent: Sent): void {
  if (sent.send === 'nothing') return;
  if (sent.send === 'break') {
    response.destroy();
    return;
  }
  const { status, headers, body } = sent.answer;
  // A browser must not remember today's fault tomorrow.
  response.writeHead(status, {
    ...headers,
    'cache-control': 'no-store',
    'content-length': body.length,
  });
  if (sent.send === 'answer') response.end(body);
  else response.write(body.subarray(0, sent.bytes), () => response.destroy());
}

/**
 * Stands in front of the real site and breaks it: each fault under its own host name, so that a browser
 * keeps them apart. Names below localhost lead to this machine without any set-up.
 */
export async function startFaultServer(options: FaultServerOptions): Promise<FaultServer> {
  const { site, port, faults, lasts } = options;
  /** Host name → when it was first asked for anything. */
  const began = new Map<string, number>();
  const mended = new Set<string>();
  let sessions = 0;

  function faultOf(host: string): Fault | null {
    const name = /^([\w-]+?)(?:--\d+)?\.localhost$/.exec(host)?.[1];
    const fault = faults.find((candidate) => candidate.name === name);
    if (!fault) return null;
    const since = began.get(host) ?? Date.now();
    if (!began.has(host)) began.set(host, since);
    if (Date.now() - since > lasts) mended.add(host);
    return fault.passes === 'mended' && mended.has(host) ? { ...fault, rules: [] } : fault;
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
        response.end(indexPage(faults, lasts));
        return;
      }
      response.writeHead(302, { location: `${open(chosen.name).origin}${chosen.page}` }).end();
      return;
    }
    const [pathname = '/'] = path.split('?');
    const rule = fault.rules.find(({ on }) => on.test(pathname));
    const exchange: Exchange = {
      path: pathname,
      real: () => ask(site, path, request),
      get: (other) => ask(site, other),
    };
    send(
      response,
      rule ? await rule.treat(exchange) : { send: 'answer', answer: await exchange.real() },
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

  function open(name: string) {
    const host = `${name}--${(sessions += 1)}.localhost`;
    return {
      origin: `http://${host}:${bound}`,
      mend: () => void mended.add(host),
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
