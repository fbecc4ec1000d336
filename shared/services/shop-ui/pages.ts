import { html, type SafeHtml } from '@remix-run/html-template';
import { siteLinks } from '@shopwright/shared/contracts/site-links';
import { layout } from '../page/layout';

/** `wrong` covers both a wrong password and an unknown address, so that it does not reveal who has an account. */
const problems = {
  wrong: 'That email and password do not go together. Check both and try again.',
  /** The password was right, but the browser blocked the session cookie. */
  cookieless: 'Your browser blocks cookies for this site. Allow them to sign in.',
  'too-many': 'Too many tries. Wait a few minutes, then try again.',
  /** The form came from another site, or the server failed. */
  failed: 'That did not work, and nothing was changed. Please try again.',
} as const;

export type SignInProblem = keyof typeof problems;

/**
 * Renders the sign-in page.
 * @param action URL that the form is sent to
 * @param email the address that the visitor typed before
 */
export function signInPage(action: string, email = '', problem?: SignInProblem): string {
  const notice =
    problem && html`<p class="problem" role="alert" id="problem">${problems[problem]}</p>`;
  const describedBy =
    problem === 'wrong' ? html` aria-invalid="true" aria-describedby="problem"` : null;
  // Focus goes to the first field that is still empty.
  const focus = email === '' ? 'email' : 'password';
  const field = (name: string, label: string, more: SafeHtml) =>
    html`<div class="field">
      <label class="label" for="${name}">${label}</label>
      <div class="box">
        <input
          class="control"
          id="${name}"
          name="${name}"
          required
          ${more}${describedBy}${name === focus ? html` autofocus` : null}
        />
      </div>
    </div>`;
  return layout({
    title: problem ? 'Error: Sign in' : 'Sign in',
    body: html`<h1>Sign in</h1>
      <p class="lead">Welcome back to your stall.</p>
      <form class="card" method="post" action="${action}">
        ${notice}
        ${field(
          'email',
          'Email',
          html`inputmode="email" value="${email}" autocomplete="username" autocapitalize="none"
          spellcheck="false"`,
        )}
        ${field('password', 'Password', html`type="password" autocomplete="current-password"`)}
        <button class="button primary" type="submit">Sign in</button>
        <p>New here? <a href="${siteLinks().signUp}">Create an account</a></p>
      </form>`,
  });
}

/** The page that a visitor lands on after signing in. */
export function shopPage(givenName: string, signOutPath: string): string {
  return layout({
    title: 'Your store',
    body: html`<h1>Hello, ${givenName}.</h1>
      <p class="lead">
        This is your store. It is open, and its shelf is up and waiting for the first goods.
      </p>
      <form method="post" action="${signOutPath}">
        <button class="button secondary" type="submit">Sign out</button>
      </form>`,
  });
}
