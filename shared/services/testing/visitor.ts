import { type APIRequestContext, type APIResponse, request } from 'playwright-core';
import { createAccountPath } from '@shopwright/shared/contracts/sign-up';
import { signInPath } from '@shopwright/shared/contracts/site-links';

/**
 * Opens an HTTP client that keeps cookies and follows redirects.
 * @param address IP address that the client sends in `X-Forwarded-For`
 */
export const openVisitor = (baseURL: string, address = '127.0.0.1') =>
  request.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': address } });

/** Submits the first form of a page. */
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

/** Returns the text of a page, without its style sheet and markup. */
export async function textOf(response: APIResponse): Promise<string> {
  const text = await response.text();
  return text
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

const token = 'test-token-test-token-test-token-test';
/** Cookie of a returning visitor. */
export const xsrfCookie = `XSRF-TOKEN=${token}`;
/** Headers of a call from a page of the site. */
export const callHeaders = {
  'content-type': 'application/json',
  cookie: xsrfCookie,
  'x-xsrf-token': token,
};

/** Makes the create call as the sign-up page does. */
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
