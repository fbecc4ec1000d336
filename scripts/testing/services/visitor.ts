import { CookieJar } from 'tough-cookie';
import { signInPath } from '@shopwright/shared/contracts/site-links';

/** Speaks HTTP as a browser does: keeps cookies, follows redirects, fills in forms. */
export class Visitor {
  private readonly jar = new CookieJar();
  /** Every Set-Cookie header received. */
  readonly received: string[] = [];
  /** Addresses in the order they were asked for. */
  readonly visited: string[] = [];

  /** @param address where it says that it comes from */
  constructor(
    private readonly origin: string,
    public address?: string,
  ) {}

  /** One request, without following a redirect. */
  async request(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.origin);
    const headers = new Headers(init.headers);
    // That of the page with the form.
    if (init.method === 'POST') {
      headers.set('origin', new URL(this.visited.at(-1) ?? this.origin).origin);
    }
    this.visited.push(url.href);
    const cookies = await this.jar.getCookieString(url.href);
    if (cookies !== '') headers.set('cookie', cookies);
    if (this.address !== undefined) headers.set('x-forwarded-for', this.address);
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const header of answer.headers.getSetCookie()) {
      this.received.push(header);
      await this.jar.setCookie(header, url.href);
    }
    return answer;
  }

  /** Goes where the redirects lead. */
  async visit(address: string, init: RequestInit = {}): Promise<Response> {
    let answer = await this.request(address, init);
    for (let hops = 0; answer.status >= 300 && answer.status < 400; hops += 1) {
      if (hops > 10) throw new Error('Too many redirects.');
      const location = answer.headers.get('location') ?? '';
      answer = await this.request(new URL(location, this.visited.at(-1)).href);
    }
    return answer;
  }

  /** Submits the page's form. */
  submit(page: string, fields: Readonly<Record<string, string>>): Promise<Response> {
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
    if (action === undefined) throw new Error('The page has no form.');
    const address = new URL(action, this.visited.at(-1)).href;
    return this.visit(address, { method: 'POST', body: new URLSearchParams(fields) });
  }
}

/** Goes to the sign-in page and submits its form. */
export async function signIn(visitor: Visitor, email: string, password: string): Promise<Response> {
  const page = await visitor.visit(signInPath);
  return visitor.submit(await page.text(), { email, password });
}

/** The text of a page, without its markup and the ids in it. */
export async function textOf(answer: Response): Promise<string> {
  const text = await answer.text();
  return text
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

const token = 'test-token-test-token-test-token-test';

/** A create call as the sign-up page makes it. */
export function createAccount(
  origin: string,
  user: Readonly<Record<string, string>>,
  address?: string,
) {
  return fetch(`${origin}/manager/api/v1/user-account/public/create`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: `XSRF-TOKEN=${token}`,
      'x-xsrf-token': token,
      ...(address !== undefined && { 'x-forwarded-for': address }),
    },
    body: JSON.stringify({ user }),
  });
}

export const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  emailAddress: 'ada@example.com',
  password: 'correct horse',
  repeatPassword: 'correct horse',
} as const;
