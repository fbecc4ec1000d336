import { brand } from 'shared/brand';
import { Html, html } from './html';
import { styles } from './styles';

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E" +
  "%3Cpath fill='%23d9482b' d='M4 4h6v16a3 3 0 0 1-6 0zm12 0h6v16a3 3 0 0 1-6 0z'/%3E" +
  "%3Cpath fill='%23fdf6e3' d='M10 4h6v16a3 3 0 0 1-6 0zm12 0h6v16a3 3 0 0 1-6 0z'/%3E%3C/svg%3E";

const mark = html`<svg aria-hidden="true" viewBox="0 0 32 28">
  <path class="tomato" d="M2 2h7v16a3.5 3.5 0 0 1-7 0zM16 2h7v16a3.5 3.5 0 0 1-7 0z" />
  <path class="green" d="M9 2h7v16a3.5 3.5 0 0 1-7 0zM23 2h7v16a3.5 3.5 0 0 1-7 0z" />
  <path class="wood" d="M2 24h28v4H2z" />
</svg>`;

/** Outside of the template: the policy's hash is of these bytes, so no formatter may touch them. */
const style = new Html(`<style>${styles}</style>`);

const stripes = 11;

function stripe(index: number): Html {
  const x = index * 40;
  return html`<path
    class="${index % 2 === 0 ? 'tomato' : 'paper'}"
    d="M${String(x)} 0h40v38a20 18 0 0 1-40 0z"
  />`;
}

/** The awning that hangs over what the page is about. */
const awning = html`<svg class="awning" aria-hidden="true" viewBox="0 0 ${String(stripes * 40)} 56">
  ${Array.from({ length: stripes }, (_, index) => stripe(index))}
</svg>`;

export interface Page {
  readonly title: string;
  readonly body: Html;
  readonly wide?: boolean;
}

/** A whole page of the embedded services, in the look of the site and without scripts. */
export function layout({ title, body, wide = false }: Page): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>${title} · ${brand.name}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href="${new Html(icon)}" />
      ${style}
    </head>
    <body>
      <header><a class="brand" href="/">${mark}${brand.name}</a></header>
      <main>
        <div class="stand${wide ? ' wide' : ''}">
          ${awning}
          <div class="counter">${body}</div>
        </div>
      </main>
      <footer>© ${String(brand.copyrightYear)} ${brand.name}</footer>
    </body>
  </html>`;
  return `<!doctype html>\n${page.text}\n`;
}
