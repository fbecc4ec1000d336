/** An answer of the site, whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What the fault server sends: an answer, the first bytes of one, nothing for ever, or a broken connection. */
export type Reply =
  | { readonly send: 'answer'; readonly answer: Answer }
  | { readonly send: 'part'; readonly answer: Answer; readonly bytes: number }
  | { readonly send: 'nothing' }
  | { readonly send: 'break' };

/** A request, and ways to ask the real site. */
export interface Exchange {
  readonly path: string;
  /** The real answer to this request. */
  readonly real: () => Promise<Answer>;
}

/** Answers in place of the real site. */
export type Handler = (exchange: Exchange) => Promise<Reply>;

export const whole = (answer: Answer): Reply => ({ send: 'answer', answer });

function answerOf(status: number, type: string, body: string): Answer {
  return { status, headers: { 'content-type': type }, body: Buffer.from(body) };
}

/** An empty failure or success with this status. */
export function status(code: number): Handler {
  return async () => whole(answerOf(code, 'text/plain', `Fault: ${code}.`));
}

/** 200, but a page of HTML, as a captive portal or a careless rewrite rule sends. */
export const html: Handler = async () =>
  whole(answerOf(200, 'text/html', '<!doctype html><title>Sorry</title><h1>Sorry</h1>'));

/** 200 with this JSON or text. */
export function json(value: unknown, code = 200): Handler {
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  return async () => whole(answerOf(code, 'application/json', body));
}

/** The connection breaks in the middle of the body. */
export const truncated: Handler = async ({ real }) => {
  const answer = await real();
  return { send: 'part', answer, bytes: Math.floor(answer.body.length / 2) };
};

/** One bit in the middle is flipped. */
export const corrupted: Handler = async ({ real }) => {
  const answer = await real();
  const body = Buffer.from(answer.body);
  const middle = Math.floor(body.length / 2);
  body[middle] = (body[middle] ?? 0) ^ 1;
  return whole({ ...answer, body });
};

/** Nothing ever comes. */
export const hangs: Handler = async () => ({ send: 'nothing' });

/** The connection breaks before an answer, as where the network is away. */
export const away: Handler = async () => ({ send: 'break' });

/** Redirects to another host. */
export const redirected: Handler = async ({ path }) =>
  whole({
    status: 302,
    headers: { location: `http://elsewhere.localhost:1${path}` },
    body: Buffer.alloc(0),
  });

/** The real answer, so many milliseconds late. */
export function late(milliseconds: number): Handler {
  return async ({ real }) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return whole(await real());
  };
}

/** The real answer with its text changed. */
export function edited(edit: (text: string) => string | Promise<string>): Handler {
  return async ({ real }) => {
    const answer = await real();
    return whole({ ...answer, body: Buffer.from(await edit(answer.body.toString('utf8'))) });
  };
}

/** The real answer with more headers. */
export function withHeaders(headers: Readonly<Record<string, string>>): Handler {
  return async ({ real }) => {
    const answer = await real();
    return whole({ ...answer, headers: { ...answer.headers, ...headers } });
  };
}
