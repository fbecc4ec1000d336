import { type APIRequestContext, type APIResponse, request } from 'playwright-core';
import { createAccountPath } from '@shopwright/shared/contracts/sign-up';
import { signInPath } from '@shopwright/shared/contracts/site-links';

/**
 * A browser without pages: keeps cookies and follows redirects.
 * @param address sent as its own (X-Forwarded-For)
 */
export const openVisitor = (baseURL: string, address = '127.0.0.1') =>
  request.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': address } });

/** Submits the form of a page. */
export async function submit(
  visitor: APIRequestContext,
  page: APIResponse,
  form: Readonly<Record<string, string>>,
): Promise<APIResponse> {
  const action = /<form[^>]*action="([^"]+)"/.exec(await page.text())?.[1] ?? 'no form';
  const address = new URL(action, page.url());
  return visitor.post(address.href, { form, headers: { origin: address.origin } });
}

/** Goes to the sign-in page and submits its form. */
export async function signIn(visitor: APIRequestContext, email: string, password: string) {
  return submit(visitor, await visitor.get(signInPath), { email, password });
}

/** The text of a page, without its markup and the ids in it. */
export async function textOf(response: APIResponse): Promise<string> {
  const text = await response.text();
  return text
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

const token = 'test-token-test-token-test-token-test';
/** The cookie of a visitor who has been here, and the headers of a call from a page. */
export const xsrfCookie = `XSRF-TOKEN=${token}`;
export const callHeaders = {
  'content-type': 'application/json',
  cookie: xsrfCookie,
  'x-xsrf-token': token,
};

/** A create call as the sign-up page makes it. */
export function createAccount(origin: string, user: Readonly<Record<string, string>>) {
  return fetch(origin + createAccountPath, {
    method: 'POST',
    headers: callHeaders,
    body: JSON.stringify({ user }),
  });
}

export const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  emailAddress: 'ada@example.com',
  password: 'analytical engine 1843',
  repeatPassword: 'analytical engine 1843',
} as const;
