import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface SentRequest {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<OutgoingHttpHeaders>;
  readonly body?: string | Buffer;
}

function decode(bytes: Buffer, coding: string | undefined): Buffer {
  if (coding === 'br') return brotliDecompressSync(bytes);
  return coding === 'gzip' ? gunzipSync(bytes) : bytes;
}

/** Sends one request over a connection of its own. The path is sent as it is, without normalization. */
export async function sendRequest(origin: string, sent: SentRequest) {
  const { path, method = 'GET', headers = {}, body } = sent;
  const { hostname, port } = new URL(origin);
  const request = send({ hostname, port, path, method, headers, agent: false });
  const responded = once(request, 'response');
  request.end(body);
  const [response] = (await responded) as [IncomingMessage];
  const bytes = await buffer(response);
  const coding = response.headers['content-encoding'];
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    /** The body with its content coding. */
    bytes,
    /** The decoded body. */
    get text() {
      return method === 'HEAD' || bytes.length === 0 ? '' : decode(bytes, coding).toString();
    },
  };
}
