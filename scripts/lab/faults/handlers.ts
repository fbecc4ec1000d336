import { setTimeout as wait } from 'node:timers/promises';

/** Answers in place of the real site, which `real` asks; `Response.error()` breaks the connection. */
export type Handler = (real: () => Promise<Response>, path: string) => Promise<Response>;

function plain(status: number, type: string, body: string): Handler {
  return async () => new Response(body, { status, headers: { 'content-type': type } });
}

/** A failure or success that says nothing else. */
export const status = (code: number) => plain(code, 'text/plain', `Fault: ${code}.`);

/** 200, but a page of HTML, as a captive portal or a careless rewrite rule sends. */
export const html = plain(200, 'text/html', '<!doctype html><title>Sorry</title><h1>Sorry</h1>');

/** 200 with this JSON or text. */
export const json = (value: unknown, code = 200) =>
  plain(code, 'application/json', typeof value === 'string' ? value : JSON.stringify(value));

/** The real answer with another body. */
const changed =
  (
    change: (body: Uint8Array<ArrayBuffer>, middle: number) => BodyInit | Promise<BodyInit>,
  ): Handler =>
  async (real) => {
    const answer = await real();
    const body = new Uint8Array(await answer.arrayBuffer());
    return new Response(await change(body, Math.floor(body.length / 2)), answer);
  };

/** The connection breaks in the middle of the body. */
export const truncated = changed(
  (body, middle) =>
    new ReadableStream({
      start: (stream) => stream.enqueue(body.subarray(0, middle)),
      pull: (stream) => stream.error(new Error('Fault: truncated.')),
    }),
);

/** One bit in the middle is flipped. */
export const corrupted = changed((body, middle) =>
  body.fill((body[middle] ?? 0) ^ 1, middle, middle + 1),
);

/** Nothing ever comes. */
export const hangs: Handler = () => new Promise(() => undefined);

/** The connection breaks before an answer, as where the network is away. */
export const away: Handler = async () => Response.error();

/** Redirects to another host. */
export const redirected: Handler = async (_real, path) =>
  Response.redirect(`http://elsewhere.localhost:1${path}`);

/** The real answer, so many milliseconds late. */
export const late =
  (milliseconds: number): Handler =>
  async (real) => {
    await wait(milliseconds);
    return real();
  };

/** The real answer with its text changed. */
export const edited = (edit: (text: string) => string | Promise<string>) =>
  changed((body) => edit(new TextDecoder().decode(body)));

/** The real answer with one more header. */
export const withHeader =
  (name: string, value: string): Handler =>
  async (real) => {
    const answer = await real();
    answer.headers.set(name, value);
    return answer;
  };
