import { getSiteDescription } from '@composed/apps/this-repository';
import { createPagePathPattern } from '@composed/contracts/url-routing';
import { setTimeout as wait } from 'node:timers/promises';
import type { Handler } from './fault';

/** Matches the paths of pages, but not those of services. */
export const pagePath = new RegExp(
  `^/(?:${createPagePathPattern(getSiteDescription().services)})?/*$`,
);

/** Responds with a status, and with a text or JSON. */
export const respond =
  (status: number, body: unknown = {}, type = 'application/json'): Handler =>
  async () => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return new Response(text, { status, headers: { 'content-type': type } });
  };

/** Responds with 200 and an HTML page, as captive portals and careless rewrite rules do. */
export const html = respond(200, '<!doctype html><title>Sorry</title><h1>Sorry</h1>', 'text/html');

/** Never responds. */
export const hangs: Handler = () => new Promise(() => undefined);

/** Closes the connection without a response, as if the network were unavailable. */
export const offline: Handler = async () => Response.error();

/** Redirects to another host. */
export const redirected: Handler = async (_real, path) =>
  Response.redirect(`http://elsewhere.localhost:1${path}`);

/** Sends the real response after two seconds. */
export const late: Handler = async (real) => {
  await wait(2000);
  return real();
};

/** Sends the real response with a changed text. */
export const edited =
  (edit: (text: string) => BodyInit | Promise<BodyInit>): Handler =>
  async (real) => {
    const response = await real();
    return new Response(await edit(await response.text()), response);
  };

/** Closes the connection in the middle of the body. */
export const truncated = edited(
  (text) =>
    new ReadableStream({
      start: (stream) => stream.enqueue(Buffer.from(text.slice(0, text.length / 2))),
      pull: (stream) => stream.error(new Error('Fault: truncated.')),
    }),
);

/** Flips one bit in the middle of the body. */
export const corrupted = edited((text) => {
  const middle = Math.floor(text.length / 2);
  const flipped = String.fromCodePoint(text.charCodeAt(middle) ^ 1);
  return text.slice(0, middle) + flipped + text.slice(middle + 1);
});
