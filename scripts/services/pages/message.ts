import { signInPath } from 'shared/contracts/site-links';
import { html } from './html';
import { layout } from './layout';

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
        <a class="action" href="${signInPath}">Sign in again</a>
        <a class="action second" href="/">Home</a>
      </p>`,
  });
}
