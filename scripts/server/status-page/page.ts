import { html, type SafeHtml } from '@remix-run/html-template';
import { brand } from '@shopwright/shared/brand';
import { faultCells, faultHeads, type FaultReport, type Visits } from '../../release/faults';
import type { ReleaseSet } from '../../release/ledger';
import { formatAgo, formatMoment } from '../../release/reports/format';
import type { SiteReport } from '../../release/reports/site-report';
import {
  formatEntry,
  formatJudge,
  formatSource,
  sizeCells,
  sizeColumns,
} from '../../release/reports/text';
import { layout } from '../../http/page/layout';
import { p75 } from '../canary/judge';
import { tallyOf } from '../canary/watch';

/** Entries of the history that the page shows; the command shows them all. */
const shownEntries = 50;

const code = (text: string) => html`<code>${text}</code>`;

function fact(name: string, value: SafeHtml | string): SafeHtml {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

/**
 * A table that scrolls on its own when it is wider than the screen, by keyboard too; its first cells name
 * their rows. Nothing where there is no row.
 */
function section(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly (SafeHtml | string)[])[],
): SafeHtml {
  const id = title.toLowerCase().replace(' ', '-');
  if (rows.length === 0) return html``;
  const cells = ([name = '', ...others]: readonly (SafeHtml | string)[]) =>
    html`<tr>
      <th scope="row">${name}</th>
      ${others.map((cell) => html`<td>${cell}</td>`)}
    </tr>`;
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <div class="scroll" role="region" aria-labelledby="${id}" tabindex="0">
      <table>
        <thead>
          <tr>
            ${heads.map((head) => html`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(cells)}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** What the visits of the last day to a set of releases came to, as the cells of a table. */
function visitCells({ day: rows }: Visits, releases: ReleaseSet): string[] {
  const { visits, faulty, unhydrated, lcp, inp } = tallyOf(rows, releases);
  const share = (count: number) =>
    visits === 0 ? '–' : `${((100 * count) / visits).toFixed(1)} %`;
  const time = (value: number | null) => (value === null ? '–' : `${value} ms`);
  return [String(visits), share(faulty), share(unhydrated), time(p75(lcp)), time(p75(inp))];
}

/** What is live, what visitors saw in the last day, and whose release is to blame for what failed. */
export interface Known {
  readonly report: SiteReport;
  readonly visits: Visits;
  readonly faults: readonly FaultReport[];
}

function visitParts({ report: { apps, canary, now }, visits, faults }: Known): SafeHtml {
  const live = Object.fromEntries(apps.map(({ app, version }) => [app, version]));
  const canaryReleases = canary && { ...live, [canary.app]: canary.version };
  const shown = [live, ...(canaryReleases ? [canaryReleases] : [])];
  const visitRows = shown.map((releases) => [
    releases === live ? 'Live' : 'Canary',
    ...visitCells(visits, releases),
  ]);
  return html`${section(
    'Visits',
    ['Last day', 'Visits', 'With a fault', 'Never hydrated', 'LCP, p75', 'INP, p75'],
    visitRows.filter(([, count]) => count !== '0'),
  )}
  ${section(
    'Faults',
    faultHeads,
    faults.map((fault) => {
      const [app = '', version = '', ...cells] = faultCells(fault, new Date(now)).slice(0, -1);
      return [app, code(version), ...cells, html`<span class="cause">${fault.cause}</span>`];
    }),
  )}`;
}

function liveParts(known: Known): SafeHtml {
  const { report } = known;
  const { live, canary, apps, waysBack, previews, history, now } = report;
  if (!live) return html`<p>Nothing is live yet.</p>`;
  const ago = (moment: string) =>
    html`<time datetime="${moment}" title="${formatMoment(moment)} UTC"
      >${formatAgo(moment, new Date(now))}</time
    >`;
  const appRows = apps.map((app) => [
    app.app,
    html`${code(app.version)}
    ${app.revision === null ? '' : html`<br /><span class="quiet">from ${formatSource(app.revision)}</span>`}`,
    ago(app.since),
    app.by,
    // Never on two lines.
    ...[...sizeCells(app).map((size) => size.replace(' ', '\u00a0')), String(app.files)],
  ]);
  return html`<dl class="facts">
      ${fact('Live since', ago(live.since))} ${fact('By', live.by)}
      ${fact('Composition', code(live.composition))}
      ${fact('Prices', live.pricesReadOn === null ? 'none' : `of ${live.pricesReadOn.slice(0, 10)}`)}
    </dl>
    ${section(
      'Canary',
      ['App', 'Release', 'Visitors', 'Since', 'By'],
      (canary ? [canary] : []).map(({ app, version, share, since, by }) => [
        ...[app, code(version), `${share} %`],
        ...[ago(since), by],
      ]),
    )}
    ${canary ? html`<p class="quiet">${formatJudge(report)}</p>` : ''} ${visitParts(known)}
    ${section('Apps', ['App', 'Release', 'Live since', 'By', ...sizeColumns, 'Files'], appRows)}
    <p class="quiet">Sizes are what a visitor downloads, compressed.</p>
    ${section(
      'Ways back',
      ['App', 'To', 'A rollback is'],
      waysBack.map(({ app, to, problem }) => [app, code(to), problem ?? 'possible']),
    )}
    ${section(
      'Previews',
      ['Address', 'Shows', 'Made', 'By'],
      previews.map(({ name, app, version, since, by }) => [
        html`<a href="/preview/${name}/">/preview/${name}/</a>`,
        html`${app} ${code(version)}`,
        ...[ago(since), by],
      ]),
    )}
    ${section(
      'History',
      ['When', 'Action', 'What', 'By'],
      history
        .slice(0, shownEntries)
        .map((entry) => [ago(entry.at), entry.action, formatEntry(entry), entry.by]),
    )}`;
}

/**
 * The page under /_site of the embedded server: what is live, by whom, how large, what visitors saw of it,
 * and what happened.
 */
export function renderSitePage(
  known: Known | null,
  awaySince: Date | null = null,
  problem: string | null = null,
): string {
  const away = html`<p class="problem">
    The store has not answered since ${awaySince?.toISOString() ?? ''}:
    ${known ? 'this is what was live then.' : 'what is live stands here once it does.'}
  </p>`;
  const interrupted = html`<p class="problem">
    A command was cut off. The site serves as before; the next command that changes it finishes it.
  </p>`;
  return layout({
    title: 'What is live',
    width: 'full',
    body: html`<div>
        <h1>What is live</h1>
        <p class="lead">
          ${brand.name}${known ? `, revision ${known.report.revision} of the ledger` : ''}.
        </p>
      </div>
      ${awaySince ? away : ''} ${known?.report.interrupted ? interrupted : ''}
      ${problem === null ? '' : html`<p class="problem">${problem}</p>`}
      ${known ? liveParts(known) : ''}`,
  });
}
