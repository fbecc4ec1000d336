import { setTimeout as wait } from 'node:timers/promises';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Bytes of the body after which the connection breaks; without it all are sent. */
  readonly cutAt?: number;
}

/** What is sent: an answer, nothing for ever, or a broken connection. */
export type Reply = Answer | 'nothing' | 'break';

/** Answers in place of the real site, which `real` asks. */
export type Handler = (real: () => Promise<Answer>, path: string) => Promise<Reply>;

function plain(status: number, type: string, body: string): Handler {
  return async () => ({ status, headers: { 'content-type': type }, body: Buffer.from(body) });
}

/** A failure or success that says nothing else. */
export const status = (code: number) => plain(code, 'text/plain', `Fault: ${code}.`);

/** 200, but a page of HTML, as a captive portal or a careless rewrite rule sends. */
export const html = plain(200, 'text/html', '<!doctype html><title>Sorry</title><h1>Sorry</h1>');

/** 200 with this JSON or text. */
export const json = (value: unknown, code = 200) =>
  plain(code, 'application/json', typeof value === 'string' ? value : JSON.stringify(value));

const middle = ({ body }: Answer) => Math.floor(body.length / 2);

/** The connection breaks in the middle of the body. */
export const truncated: Handler = async (real) => {
  const answer = await real();
  return { ...answer, cutAt: middle(answer) };
};

/** One bit in the middle is flipped. */
export const corrupted: Handler = async (real) => {
  const answer = await real();
  const body = Buffer.from(answer.body);
  body[middle(answer)] = (body[middle(answer)] ?? 0) ^ 1;
  return { ...answer, body };
};

/** Nothing ever comes. */
export const hangs: Handler = async () => 'nothing';

/** The connection breaks before an answer, as where the network is away. */
export const away: Handler = async () => 'break';

/** Redirects to another host. */
export const redirected: Handler = async (_real, path) => ({
  status: 302,
  headers: { location: `http://elsewhere.localhost:1${path}` },
  body: Buffer.alloc(0),
});

/** The real answer, so many milliseconds late. */
export const late =
  (milliseconds: number): Handler =>
  async (real) => {
    await wait(milliseconds);
    return real();
  };

/** The real answer with its text changed. */
export const edited =
  (edit: (text: string) => string | Promise<string>): Handler =>
  async (real) => {
    const answer = await real();
    return { ...answer, body: Buffer.from(await edit(answer.body.toString('utf8'))) };
  };

/** The real answer with more headers. */
export const withHeaders =
  (headers: Answer['headers']): Handler =>
  async (real) => {
    const answer = await real();
    return { ...answer, headers: { ...answer.headers, ...headers } };
  };
