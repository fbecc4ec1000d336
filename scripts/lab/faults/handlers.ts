import { siteDescription } from '@composed/apps/this-repository';
import { pageNameBeside } from '@composed/contracts/url-routing';
import { setTimeout as wait } from 'node:timers/promises';
import type { Handler } from './fault';

/** Matches the pages of this site, and no address of a service. */
export const pagePath = new RegExp(`^/(?:${pageNameBeside(siteDescription.services)})?/*$`);

/** This status, with this text or JSON. */
export const respond =
  (status: number, body: unknown = {}, type = 'application/json'): Handler =>
  async () => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return new Response(text, { status, headers: { 'content-type': type } });
  };

/** 200, but a page of HTML, as a captive portal or a careless rewrite rule sends. */
export const html = respond(200, '<!doctype html><title>Sorry</title><h1>Sorry</h1>', 'text/html');

/** Never answers. */
export const hangs: Handler = () => new Promise(() => undefined);

/** The connection breaks before a response, as where the network is unavailable. */
export const offline: Handler = async () => Response.error();

/** Redirects to another host. */
export const redirected: Handler = async (_real, path) =>
  Response.redirect(`http://elsewhere.localhost:1${path}`);

/** The real response, two seconds late. */
export const late: Handler = async (real) => {
  await wait(2000);
  return real();
};

/** The real answer with its text changed. */
export const edited =
  (edit: (text: string) => BodyInit | Promise<BodyInit>): Handler =>
  async (real) => {
    const response = await real();
    return new Response(await edit(await response.text()), response);
  };

/** The connection breaks in the middle of the body. */
export const truncated = edited(
  (text) =>
    new ReadableStream({
      start: (stream) => stream.enqueue(Buffer.from(text.slice(0, text.length / 2))),
      pull: (stream) => stream.error(new Error('Fault: truncated.')),
    }),
);

/** One bit in the middle is flipped. */
export const corrupted = edited((text) => {
  const middle = Math.floor(text.length / 2);
  const flipped = String.fromCodePoint(text.charCodeAt(middle) ^ 1);
  return text.slice(0, middle) + flipped + text.slice(middle + 1);
});
