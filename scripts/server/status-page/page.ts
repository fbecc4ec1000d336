import { brand } from 'shared/brand';
import { hashSource } from '../../http/headers';
import { Html, html } from '../../services/pages/html';
import type { AppReport, SiteReport } from '../../release/reports/site-report';
import { sitePageStyle } from './style';
import { formatAgo, formatBytes, formatCount, formatMoment } from '../../release/reports/format';
import { formatEntry } from '../../release/reports/text';

/** Entries of the history that the page shows; the command shows them all. */
const shownEntries = 50;

function ago(moment: string, now: string): Html {
  return html`<time datetime="${moment}" title="${formatMoment(moment)} UTC"
    >${formatAgo(moment, new Date(now))}</time
  >`;
}

function fact(name: string, value: Html | string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** A table that scrolls on its own when it is wider than the screen, by keyboard too. */
function section(id: string, title: string, head: readonly Html[], rows: readonly Html[]): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <div class="scroll" role="region" aria-labelledby="${id}" tabindex="0">
      <table>
        <thead>
          <tr>
            ${head}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`;
}

function heads(...titles: readonly string[]): Html[] {
  return titles.map((title) =>
    title === 'Size'
      ? html`<th scope="col" class="number">${title}</th>`
      : html`<th scope="col">${title}</th>`,
  );
}

/** Script, style and the rest side by side, on one scale for all apps. */
function bar({ sizes }: AppReport, largest: number): Html {
  const scale = (bytes: number) => (largest === 0 ? 0 : (bytes / largest) * 100);
  let x = 0;
  const parts = (['script', 'style', 'other'] as const).map((kind) => {
    const width = scale(sizes[kind]);
    const part = html`<rect
      class="${kind}"
      x="${x.toFixed(2)}"
      width="${width.toFixed(2)}"
      height="10"
    />`;
    x += width;
    return part;
  });
  const label = `${formatBytes(sizes.script)} script, ${formatBytes(sizes.style)} style, ${formatBytes(sizes.other)} other`;
  return html`<svg
    class="bar"
    viewBox="0 0 100 10"
    preserveAspectRatio="none"
    role="img"
    aria-label="${label}"
  >
    <title>${label}</title>
    ${parts}
  </svg>`;
}

function appRow(app: AppReport, largest: number, now: string): Html {
  const source =
    app.revision === null
      ? ''
      : html`<br /><span class="quiet">from ${app.revision.slice(0, 12)}</span>`;
  return html`<tr>
    <th scope="row">${app.app}</th>
    <td><code>${app.version}</code>${source}</td>
    <td>${ago(app.since, now)}</td>
    <td>${app.by}</td>
    <td class="number">${formatBytes(app.sizes.total)}</td>
    <td>${formatCount(app.files, 'file')}${bar(app, largest)}</td>
  </tr>`;
}

function liveParts(report: SiteReport): Html {
  const { live, apps, waysBack, previews, history, now } = report;
  if (!live) return html`<p>Nothing is live yet.</p>`;
  const largest = Math.max(...apps.map(({ sizes }) => sizes.total));
  const previewRows = previews.map(
    (preview) =>
      html`<tr>
        <th scope="row"><a href="/preview/${preview.name}/">/preview/${preview.name}/</a></th>
        <td>${preview.app} <code>${preview.version}</code></td>
        <td>${ago(preview.since, now)}</td>
        <td>${preview.by}</td>
      </tr>`,
  );
  const wayBackRows = waysBack.map(
    ({ app, to, problem }) =>
      html`<tr>
        <th scope="row">${app}</th>
        <td><code>${to}</code></td>
        <td class="wrap">${problem ?? 'possible'}</td>
      </tr>`,
  );
  const historyRows = history.slice(0, shownEntries).map(
    (entry) =>
      html`<tr>
        <td>${ago(entry.at, now)}</td>
        <td>${entry.action}</td>
        <td class="wrap">${formatEntry(entry)}</td>
        <td>${entry.by}</td>
      </tr>`,
  );
  return html`<dl>
      ${fact('Live since', ago(live.since, now))} ${fact('By', live.by)}
      ${fact('Composition', html`<code>${live.composition}</code>`)}
      ${fact('Prices', live.pricesReadOn === null ? 'none' : `of ${live.pricesReadOn.slice(0, 10)}`)}
    </dl>
    ${section(
      'apps',
      'Apps',
      heads('App', 'Release', 'Live since', 'By', 'Size', 'Made of'),
      apps.map((app) => appRow(app, largest, now)),
    )}
    <ul class="legend">
      ${(['script', 'style', 'other'] as const).map(
        (kind) =>
          html`<li>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <rect class="${kind}" width="10" height="10" /></svg
            >${kind}
          </li>`,
      )}
      <li>as a visitor downloads it, compressed</li>
    </ul>
    ${
      waysBack.length === 0
        ? ''
        : section('ways-back', 'Ways back', heads('App', 'To', 'A rollback is'), wayBackRows)
    }
    ${
      previews.length === 0
        ? ''
        : section('previews', 'Previews', heads('Address', 'Shows', 'Made', 'By'), previewRows)
    }
    ${section('history', 'History', heads('When', 'Action', 'What', 'By'), historyRows)}`;
}

/**
 * The page under /_site of the embedded server: what is live, by whom, how large, and what happened.
 * Whole in itself, without scripts, and not for search engines.
 */
export function renderSitePage(report: SiteReport): string {
  const policy = `default-src 'none'; style-src ${hashSource(sitePageStyle)}; base-uri 'none'; form-action 'none'`;
  // In one piece: white space around it would not match the hash.
  const style = new Html(`<style>${sitePageStyle}</style>`);
  const interrupted = html`<p class="notice">
    A command was cut off. The site serves as before; the next command that changes it finishes it.
  </p>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>What is live · ${brand.name}</title>
        ${style}
      </head>
      <body>
        <div class="awning"></div>
        <header>
          <h1>What is live</h1>
          <p>${brand.name}, revision ${String(report.revision)} of the ledger.</p>
        </header>
        <main>${report.interrupted ? interrupted : ''} ${liveParts(report)}</main>
      </body>
    </html>`.text;
}
