import { html } from './html';
import { layout } from './layout';

export const storePath = '/store';
export const signOutPath = '/store/sign-out';

/** An empty shelf with room marked out for the first goods. */
const shelf = html`<svg class="shelf" aria-hidden="true" viewBox="0 0 480 120">
  <path class="dashes" d="M60 40h60v79H60zM210 20h70v99h-70zM370 50h56v69h-56z" />
  <path class="wood" d="M150 92h34v28h-34z" />
  <path class="green" d="M167 92q-22-6-20-34 20 4 20 34 0-32 20-36 4 30-20 36z" />
</svg>`;

/** The page that a visitor lands on after signing in. */
export function storePage(givenName: string): string {
  return layout({
    title: 'Your store',
    wide: true,
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
