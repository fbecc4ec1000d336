import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';

/** The arguments of OpenSSL for a self-signed certificate. */
const selfSigned = [
  'req',
  '-x509',
  '-newkey',
  'ec',
  '-pkeyopt',
  'ec_paramgen_curve:P-256',
  '-nodes',
  '-subj',
  '/CN=localhost',
  '-addext',
  'subjectAltName=DNS:localhost,IP:127.0.0.1',
];

/** Creates a certificate for localhost. @returns the files of the certificate and of its key */
export async function makeCertificate(folder: string) {
  await mkdir(folder, { recursive: true });
  const certificate = path.join(folder, 'certificate.pem');
  const key = path.join(folder, 'key.pem');
  await promisify(execFile)('openssl', [...selfSigned, '-keyout', key, '-out', certificate]);
  return { certificate, key };
}

/** Starts a TLS proxy that forwards connections for a name such as 3000.dev.localhost to that port of this machine. */
export async function proxyOfPorts(folder: string) {
  const { certificate, key } = await makeCertificate(folder);
  const files = { cert: await readFile(certificate), key: await readFile(key) };
  const proxy = createServer(files, (socket) => {
    const name = 'servername' in socket ? String(socket.servername) : '';
    const server = connect(Number.parseInt(name), '127.0.0.1');
    socket.pipe(server).pipe(socket);
    // A server may reset a connection while it closes. Without this, the browser would wait for ever.
    socket.on('error', () => server.destroy());
    server.on('error', () => socket.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const address = proxy.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { port, close: () => proxy.close() };
}
