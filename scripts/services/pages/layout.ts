import { html, type SafeHtml } from '@remix-run/html-template';
import { brand } from 'shared/brand';
import { styles } from './styles';

/** The host's mark (host/src/shell/Header.tsx), and as the icon of the page in its colours by day. */
const shapes = {
  wood: 'M5 12h3v17H5Zm19 0h3v17h-3ZM3 20h26v4H3Z',
  cloth: 'M6 3h20l4 10a4 4 0 0 1-7 2.5 4.7 4.7 0 0 1-7 0 4.7 4.7 0 0 1-7 0A4 4 0 0 1 2 13Z',
  stripe: 'M11 3 9 15.5a4 4 0 0 1-7-2.5L6 3Zm10 0 2 12.5a4.7 4.7 0 0 1-7 0V3Z',
};

const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#a36b44" d="${shapes.wood}"/>` +
    `<path fill="#f8d16f" d="${shapes.cloth}"/><path fill="#eb4c31" d="${shapes.stripe}"/></svg>`,
)}`;

const mark = html`<svg aria-hidden="true" viewBox="0 0 32 32">
  <path class="wood-dark" d="${shapes.wood}" />
  <path class="butter" d="${shapes.cloth}" />
  <path class="tomato" d="${shapes.stripe}" />
</svg>`;

/** Outside of the template: the policy's hash is of these bytes, so no formatter may touch them. */
const style = html.raw`<style>${styles}</style>`;

/** The awning that hangs over what the page is about. */
const awning = html`<svg class="awning" aria-hidden="true" viewBox="0 0 440 56">
  ${Array.from({ length: 11 }, (_, stripe) => {
    const colour = stripe % 2 === 0 ? 'tomato' : 'paper';
    return html`<path class="${colour}" d="M${stripe * 40} 0h40v38a20 18 0 0 1-40 0z" />`;
  })}
</svg>`;

export interface Page {
  readonly title: string;
  readonly body: SafeHtml;
  /** Default: as wide as a form. */
  readonly width?: 'wide' | 'full';
}

/** A whole page of the embedded server, in the look of the site and without scripts. */
export function layout({ title, body, width }: Page): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>${title} · ${brand.name}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href="${icon}" />
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
