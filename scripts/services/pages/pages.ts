import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyReply } from 'fastify';
import { signUpLimits } from '@shopwright/shared/contracts/sign-up';
import { siteLinks } from '@shopwright/shared/contracts/site-links';
import {
  documentHeaders,
  hashSource,
  transportHeaders,
  unindexedHeaders,
  type Headers,
  type TransportScope,
} from '../../http/headers';
import { layout } from './layout';
import { styles } from './styles';

/**
 * The headers of these pages: no scripts at all, one style sheet by its hash, forms to this origin
 * alone (every redirect after the sign-in form stays on it), nothing embedded or embedding.
 * @param transport null where visitors do not come over TLS
 */
export function pageHeaders(transport: TransportScope | null): Headers {
  const policy = [
    "default-src 'none'",
    `style-src ${hashSource(styles)}`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(transport ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    ...documentHeaders,
    ...unindexedHeaders,
    ...transportHeaders(transport),
    'Content-Security-Policy': policy.join('; '),
    'Cache-Control': 'no-store',
  };
}

export function sendPage(
  reply: FastifyReply,
  transport: TransportScope | null,
  status: number,
  page: string,
): FastifyReply {
  return reply
    .code(status)
    .headers(pageHeaders(transport))
    .type('text/html; charset=utf-8')
    .send(page);
}

const messages = {
  stale: {
    title: 'Please sign in again',
    text: 'That sign-in was left for too long, begun in another window, or already used. It takes a moment.',
  },
  failed: {
    title: 'That did not work',
    text: 'Something went wrong on our side. Nothing was changed. Please try again.',
  },
} as const;

/** A page that says what happened and how to go on. */
export function messagePage(kind: keyof typeof messages): string {
  const { title, text } = messages[kind];
  return layout({
    title,
    body: html`<h1>${title}</h1>
      <p class="lead">${text}</p>
      <p class="row">
        <a class="action" href="${siteLinks().signIn}">Sign in again</a>
        <a class="action second" href="/">Home</a>
      </p>`,
  });
}

/** The same whether there is such an account or not. */
const problems = {
  wrong: 'That email and password do not go together. Check both and try again.',
  'too-many': 'Too many tries. Wait a few minutes, then try again.',
} as const;

export type SignInProblem = keyof typeof problems;

const longest = { email: signUpLimits.emailAddress, password: signUpLimits.password };

/**
 * @param action where the form is sent
 * @param email what was typed before
 */
export function signInPage(action: string, email = '', problem?: SignInProblem): string {
  const notice =
    problem && html`<p class="problem" role="alert" id="problem">${problems[problem]}</p>`;
  const described =
    problem === 'wrong' ? html` aria-invalid="true" aria-describedby="problem"` : null;
  // The first field that is still to be filled in.
  const focus = email === '' ? 'email' : 'password';
  const field = (name: keyof typeof longest, label: string, more: SafeHtml) =>
    html`<div class="field">
      <label for="${name}">${label}</label>
      <input
        id="${name}"
        name="${name}"
        type="${name}"
        required
        maxlength="${longest[name]}"
        ${more}${described}${name === focus ? html` autofocus` : null}
      />
    </div>`;
  return layout({
    title: problem ? 'Error: Sign in' : 'Sign in',
    body: html`<div>
        <h1>Sign in</h1>
        <p class="lead">Welcome back to your stall.</p>
      </div>
      ${notice}
      <form method="post" action="${action}">
        ${field(
          'email',
          'Email',
          html`value="${email}" autocomplete="username" autocapitalize="none" spellcheck="false"`,
        )}
        ${field('password', 'Password', html`autocomplete="current-password"`)}
        <button class="action" type="submit">Sign in</button>
      </form>
      <p>New here? <a href="${siteLinks().signUp}">Create an account</a></p>`,
  });
}

/** An empty shelf with room marked out for the first goods. */
const shelf = html`<svg class="shelf" aria-hidden="true" viewBox="0 0 480 120">
  <path class="dashes" d="M60 40h60v79H60zM210 20h70v99h-70zM370 50h56v69h-56z" />
  <path class="wood" d="M150 92h34v28h-34z" />
  <path class="green" d="M167 92q-22-6-20-34 20 4 20 34 0-32 20-36 4 30-20 36z" />
</svg>`;

/** The page that a visitor lands on after signing in. */
export function storePage(givenName: string, signOutPath: string): string {
  return layout({
    title: 'Your store',
    width: 'wide',
    body: html`<div>
        <h1>Hello, ${givenName}.</h1>
        <p class="lead">This is your store. The shelf is up and waiting for its first goods.</p>
      </div>
      ${shelf}
      <form class="row" method="post" action="${signOutPath}">
        <button class="action second" type="submit">Sign out</button>
      </form>`,
  });
}
