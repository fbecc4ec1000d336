import { signUpLimits } from 'shared/contracts/sign-up';
import { siteLinks } from 'shared/contracts/site-links';
import { identityPath } from '../identity/client';
import { html } from './html';
import { layout } from './layout';

/** The same words whether there is such an account or not. */
const problems = {
  wrong: 'That email and password do not go together. Check both and try again.',
  'too-many': 'Too many tries. Wait a few minutes, then try again.',
} as const;

export type SignInProblem = keyof typeof problems;

interface SignInPage {
  /** Id of the interaction that the form belongs to. */
  readonly uid: string;
  /** What was typed before. */
  readonly email?: string;
  readonly problem?: SignInProblem;
}

export function signInPage({ uid, email = '', problem }: SignInPage): string {
  const notice =
    problem && html`<p class="problem" role="alert" id="problem">${problems[problem]}</p>`;
  const described =
    problem === 'wrong' ? html` aria-invalid="true" aria-describedby="problem"` : null;
  const focus = html` autofocus`;
  return layout({
    title: problem ? 'Error: Sign in' : 'Sign in',
    body: html`<div>
        <h1>Sign in</h1>
        <p class="lead">Welcome back to your stall.</p>
      </div>
      ${notice ?? null}
      <form method="post" action="${identityPath}/sign-in/${uid}">
        <div class="field">
          <label for="email">Email</label>
          <input
            id="email"
            name="email"
            type="email"
            value="${email}"
            required
            maxlength="${String(signUpLimits.emailAddress)}"
            autocomplete="username"
            autocapitalize="none"
            spellcheck="false"
            ${described}${email === '' ? focus : null}
          />
        </div>
        <div class="field">
          <label for="password">Password</label>
          <input
            id="password"
            name="password"
            type="password"
            required
            maxlength="${String(signUpLimits.password)}"
            autocomplete="current-password"
            ${described}${email === '' ? null : focus}
          />
        </div>
        <button class="action" type="submit">Sign in</button>
      </form>
      <p>New here? <a href="${siteLinks().signUp}">Create an account</a></p>`,
  });
}
