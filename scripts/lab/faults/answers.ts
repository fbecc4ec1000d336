/** An answer of the site, whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What is sent in place of an answer: nothing for ever, a broken connection, or a part of one. */
export type Sent =
  | { readonly send: 'answer'; readonly answer: Answer }
  | { readonly send: 'part'; readonly answer: Answer; readonly bytes: number }
  | { readonly send: 'nothing' }
  | { readonly send: 'break' };

/** One request, and a way to ask the real site. */
export interface Exchange {
  readonly path: string;
  /** The real answer to this request. */
  readonly real: () => Promise<Answer>;
  /** The real answer to a GET of another address. */
  readonly get: (path: string) => Promise<Answer>;
}

export type Treat = (exchange: Exchange) => Promise<Sent>;

const whole = (answer: Answer): Sent => ({ send: 'answer', answer });

function made(status: number, type: string, body: string): Answer {
  return { status, headers: { 'content-type': type }, body: Buffer.from(body) };
}

/** An answer of ours with that status. */
export function status(code: number): Treat {
  return async () => whole(made(code, 'text/plain', `Fault: ${code}.`));
}

/** 200, but a page of HTML, as a captive portal or a careless rewrite rule sends. */
export const html: Treat = async () =>
  whole(made(200, 'text/html', '<!doctype html><title>Sorry</title><h1>Sorry</h1>'));

/** 200 with this JSON or text. */
export function json(value: unknown, code = 200): Treat {
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  return async () => whole(made(code, 'application/json', body));
}

/** The connection breaks in the middle of the body. */
export const truncated: Treat = async ({ real }) => {
  const answer = await real();
  return { send: 'part', answer, bytes: Math.floor(answer.body.length / 2) };
};

/** One bit of the byte in the middle is another. */
export const corrupted: Treat = async ({ real }) => {
  const answer = await real();
  const body = Buffer.from(answer.body);
  const middle = Math.floor(body.length / 2);
  body[middle] = (body[middle] ?? 0) ^ 1;
  return whole({ ...answer, body });
};

/** Nothing ever comes. */
export const hangs: Treat = async () => ({ send: 'nothing' });

/** The connection breaks before an answer, as where the network is away. */
export const away: Treat = async () => ({ send: 'break' });

/** The browser is sent to another host, which has something else under that name. */
export const redirected: Treat = async ({ path }) =>
  whole({
    status: 302,
    headers: { location: `http://elsewhere.localhost:1${path}` },
    body: Buffer.alloc(0),
  });

/** The real answer, later. */
export function late(milliseconds: number): Treat {
  return async ({ real }) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return whole(await real());
  };
}

/** The real answer with its text changed. */
export function edited(
  edit: (text: string, exchange: Exchange) => string | Promise<string>,
): Treat {
  return async (exchange) => {
    const answer = await exchange.real();
    const body = Buffer.from(await edit(answer.body.toString('utf8'), exchange));
    return whole({ ...answer, body });
  };
}

/** The real answer with more headers. */
export function withHeaders(headers: Readonly<Record<string, string>>): Treat {
  return async ({ real }) => {
    const answer = await real();
    return whole({ ...answer, headers: { ...answer.headers, ...headers } });
  };
}
