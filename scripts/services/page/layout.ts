import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { html } from '@remix-run/html-template';
import type { ServerPage } from '@composed/http/services';
import { brand } from '@shopwright/shared/brand';

const { resolve } = createRequire(import.meta.url);
const read = (file: string) => readFileSync(file, 'utf8');
const ofSite = [
  'styles/tokens.css',
  'styles/global.css',
  'ui/Button.module.css',
  'ui/Field.module.css',
].map((file) => read(resolve(`@shopwright/shared/${file}`)));

/**
 * The one style sheet of these pages, inlined into each. It holds the site’s own rules, so that it changes with them,
 * and a few for this layout. It has no typeface: the policy lets nobody load one.
 */
const styles = [...ofSite, read(path.join(import.meta.dirname, 'page.css'))]
  .join('')
  .replace(/\/\*[\s\S]*?\*\/|@import[^;]*;|@font-face\s*\{[^}]*url\([^}]*\}/g, '')
  .replace(/\s+/g, ' ');

/** The host's (host/src/shell/Header.tsx). */
const mark = html`<svg aria-hidden="true" viewBox="0 0 32 32">
  <path fill="var(--wood-dark)" d="M5 12h3v17H5Zm19 0h3v17h-3ZM3 20h26v4H3Z" />
  <path
    fill="var(--butter)"
    d="M6 3h20l4 10a4 4 0 0 1-7 2.5 4.7 4.7 0 0 1-7 0 4.7 4.7 0 0 1-7 0A4 4 0 0 1 2 13Z"
  />
  <path
    fill="var(--tomato)"
    d="M11 3 9 15.5a4 4 0 0 1-7-2.5L6 3Zm10 0 2 12.5a4.7 4.7 0 0 1-7 0V3Z"
  />
</svg>`;

/** Outside of the template: the policy's hash is of these bytes, so no formatter may touch them. */
const style = html.raw`<style>${styles}</style>`;

/** The awning that hangs over what the page is about. */
const awning = html`<svg class="awning" aria-hidden="true" viewBox="0 0 440 56">
  ${Array.from({ length: 11 }, (_, stripe) => {
    const colour = stripe % 2 === 0 ? 'tomato' : 'paper';
    return html`<path fill="var(--${colour})" d="M${stripe * 40} 0h40v38a20 18 0 0 1-40 0z" />`;
  })}
</svg>`;

/** A whole page of the embedded server, in the look of the site and without scripts. */
export function layout({ title, body, width }: ServerPage): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>${title} · ${brand.name}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href="/favicon.ico" sizes="16x16 32x32" />
      ${style}
    </head>
    <body>
      <header><a class="brand" href="/">${mark}${brand.name}</a></header>
      <main>
        <div class="stand ${width}">
          ${awning}
          <div class="counter">${body}</div>
        </div>
      </main>
      <footer>© ${brand.copyrightYear} ${brand.name}</footer>
    </body>
  </html>`;
  return `<!doctype html>\n${String(page)}\n`;
}
