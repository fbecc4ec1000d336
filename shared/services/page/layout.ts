import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { html } from '@remix-run/html-template';
import type { ServerPage } from '@composed/http/services';
import { brand, brandMark } from '@shopwright/shared/brand';
import { siteLinks } from '@shopwright/shared/contracts/site-links';

const { resolve } = createRequire(import.meta.url);
const readText = (file: string) => readFileSync(file, 'utf8');
const ofShared = (file: string) => resolve(`@shopwright/shared/${file}`);
const siteStyles = [
  'styles/tokens.css',
  'styles/global.css',
  'ui/Button.module.css',
  'ui/Field.module.css',
  'ui/Icon.module.css',
  'styles/header.module.css',
  'ui/Scallop.module.css',
].map((file) => readText(ofShared(file)));

/** The site’s typeface. Its path contains a hash of the file, so that browsers may cache it for ever. */
const typefaceBytes = readFileSync(ofShared('styles/fonts/bricolage-grotesque.woff2'));
const version = createHash('sha256').update(typefaceBytes).digest('hex').slice(0, 12);
export const typeface = { path: `/identity/bricolage.${version}.woff2`, bytes: typefaceBytes };

/**
 * The style sheet that is inlined into every page. It contains the site’s style sheets, so that these pages follow
 * changes of the site, and a few rules for this layout.
 */
const styles = [...siteStyles, readText(path.join(import.meta.dirname, 'page.css'))]
  .join('')
  .replace(/\/\*[\s\S]*?\*\/|@import[^;]*;/g, '')
  .replace(/url\([^)]*woff2['"]?\)/, `url(${typeface.path})`)
  .replace(/\s+/g, ' ');

const mark = html`<svg aria-hidden="true" viewBox="0 0 32 32">
  ${brandMark.map(([fill, d]) => html`<path fill="${fill}" d="${d}" />`)}
</svg>`;

/** Outside the template, which a formatter may change: the content policy contains a hash of this element. */
const style = html.raw`<style>${styles}</style>`;
const fontPreload = html`<link
  rel="preload"
  as="font"
  type="font/woff2"
  crossorigin
  href="${typeface.path}"
/>`;

/** The brand's stall, as a decoration. */
const stall = html`<svg class="stall" aria-hidden="true" viewBox="0 0 480 402">
  <path fill="var(--line-strong)" opacity=".5" d="M26 396h428v6H26z" />
  <path fill="var(--inside)" d="M71 120h338v170H71z" />
  <path
    fill="var(--wood)"
    d="M64 110h14v290H64zM402 110h14v290h-14zM52 300h376v100H52zM40 284h400v16H40z"
  />
  <path fill="var(--wood-dark)" d="M78 214h324v8H78zM52 300h376v10H52zM52 348h376v3H52z" />
  <path
    fill="none"
    stroke="var(--paper)"
    stroke-width="2"
    stroke-dasharray="6 6"
    d="M100 176h34v38h-34zM318 168h46v46h-46zM186 250h84v34h-84zM312 236h64v48h-64z"
  />
  <path fill="var(--tomato)" d="M104 252h44l-6 32h-32z" />
  <path fill="var(--market-green)" d="M126 252q-26-6-24-30 22 2 24 30 2-36 24-38 6 30-24 38Z" />
  <path
    fill="var(--tomato)"
    d="M86 66h44l-30 84a28 26 0 0 1-56 0ZM174 66h44l-6 84a28 26 0 0 1-56 0ZM262 66h44l18 84a28 26 0 0 1-56 0ZM350 66h44l42 84a28 26 0 0 1-56 0Z"
  />
  <path
    fill="var(--paper)"
    d="M130 66h44l-18 84a28 26 0 0 1-56 0ZM218 66h44l6 84a28 26 0 0 1-56 0ZM306 66h44l30 84a28 26 0 0 1-56 0ZM178 328h124v52H178z"
  />
  <path fill="none" stroke="var(--ink)" stroke-width="2" d="m196 330 44-22 44 22" />
  <text fill="var(--ink)" text-anchor="middle" x="240" y="365">Open</text>
</svg>`;

const links = siteLinks();
const item = ([name, href]: readonly [string, string]) =>
  html`<li><a href="${href}">${name}</a></li>`;

const icon = (className: string, drawing: string) =>
  html`<svg class="icon ${className}" aria-hidden="true" viewBox="0 0 24 24">
    <path d="${drawing}" />
  </svg>`;

/** The site’s header, which is styled by the site’s style sheet. */
const header = html`<header class="header">
  <div class="bar">
    <a class="brand" href="${links.home}" aria-hidden="true" tabindex="-1">${mark}${brand.name}</a>
    <button class="menuButton" type="button" popovertarget="menu">
      ${icon('whenClosed', 'M4 7h16M4 12h16M4 17h16')} ${icon('whenOpen', 'm6 6 12 12M18 6 6 18')}
      <span>Menu</span>
    </button>
    <nav id="menu" class="menu" popover aria-label="Main">
      <ul class="links">
        ${item(['Home', links.home])} ${item(['Features', links.features])}
        ${item(['Pricing', links.pricing])} ${item(['Contact', links.contact])}
        <li class="account"><a href="${links.signIn}">SignIn</a></li>
        <li><a class="button primary signUp" href="${links.signUp}">SignUp</a></li>
      </ul>
    </nav>
  </div>
</header>`;

/** The site’s footer without the parts that need a script. */
const footer = html`<footer>
  <div class="scallop" aria-hidden="true"></div>
  <div class="page">
    <p class="promise">${brand.promise}</p>
    <ul>
      ${item(['Contact', links.contact])} ${item(['Privacy Policy', links.privacyPolicy])}
      ${item(['Terms & Conditions', links.terms])}
    </ul>
    <p class="copyright">© ${brand.copyrightYear} ${brand.name}</p>
  </div>
</footer>`;

/** Renders a page of the embedded server, in the look of the site and without scripts. */
export function layout({ title, body, width }: ServerPage): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>${title} · ${brand.name}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href="/favicon.ico" sizes="16x16 32x32" />
      ${fontPreload}${style}
    </head>
    <body>
      ${header}
      <main class="page ${width}">
        <div class="body">${body}</div>
        ${width === 'full' ? null : stall}
      </main>
      ${footer}
    </body>
  </html>`;
  return `<!doctype html>\n${String(page)}\n`;
}
