import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Certificate } from './certificate';

export interface TlsFront {
  readonly stop: () => Promise<void>;
}

interface Front {
  /** Where TLS ends. */
  readonly httpsPort: number;
  /** Where plain HTTP is sent on to TLS. */
  readonly httpPort: number;
  /** The server behind, on this machine. */
  readonly target: string;
  readonly certificate: Certificate;
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

/** Ends TLS before a server that speaks plain HTTP, as a load balancer does. */
export async function startTlsFront(front: Front): Promise<TlsFront> {
  const { httpsPort, httpPort, target, certificate } = front;
  const { hostname, port } = new URL(target);
  const secure = createTlsServer(
    { cert: certificate.certificate, key: certificate.key },
    (incoming, outgoing) => {
      const { method, url: path, headers } = incoming;
      const onward = request(
        { hostname, port, method, path, headers: { ...headers, 'x-forwarded-proto': 'https' } },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    },
  );
  const plain = createServer((incoming, outgoing) => {
    const location = `https://localhost:${httpsPort}${incoming.url ?? '/'}`;
    outgoing.writeHead(301, { location }).end();
  });
  await Promise.all([listen(secure, httpsPort), listen(plain, httpPort)]);
  return {
    stop: async () => {
      for (const server of [secure, plain]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}
