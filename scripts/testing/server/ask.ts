import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Asked {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** PEM of the authority to trust, for an https origin. */
  readonly ca?: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As it came. */
  readonly bytes: Buffer;
  /** Without its content coding. */
  readonly text: string;
}

function decoded(bytes: Buffer, coding: string | undefined): Buffer {
  if (coding === 'br') return brotliDecompressSync(bytes);
  return coding === 'gzip' ? gunzipSync(bytes) : bytes;
}

/** One request over a connection of its own; the path goes out as it is written, whatever it holds. */
export async function ask(origin: string, asked: Asked): Promise<Answer> {
  const { path, method = 'GET', headers = {}, body, ca } = asked;
  const { protocol, hostname, port } = new URL(origin);
  const send = protocol === 'https:' ? httpsRequest : httpRequest;
  const request = send({ hostname, port, path, method, headers, agent: false, ca });
  const answered = once(request, 'response');
  request.end(body);
  const [response] = (await answered) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const coding = response.headers['content-encoding'];
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    bytes,
    text: method === 'HEAD' || bytes.length === 0 ? '' : decoded(bytes, coding).toString('utf8'),
  };
}
