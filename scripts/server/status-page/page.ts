import { html, type SafeHtml } from '@remix-run/html-template';
import { brand } from '@shopwright/shared/brand';
import type { FaultReport, Visits } from '../../release/faults';
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
import { isNew, visitCells } from './visits';

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

/** What visitors saw in the last day, and which line of whose release is to blame for what failed. */
interface Seen {
  readonly visits: Visits;
  readonly faults: readonly FaultReport[];
}

function visitParts({ apps, canary, now }: SiteReport, { visits, faults }: Seen): SafeHtml {
  const live = Object.fromEntries(apps.map(({ app, version }) => [app, version]));
  const canaryReleases = canary && { ...live, [canary.app]: canary.version };
  const shown = [live, ...(canaryReleases ? [canaryReleases] : [])];
  const visitRows = shown.map((releases) => [
    releases === live ? 'Live' : 'Canary',
    ...visitCells(visits, releases),
  ]);
  const newMark = html`<br /><strong>new since this release</strong>`;
  return html`${section(
    'Visits',
    ['Last day', 'Visits', 'With a fault', 'Never hydrated', 'LCP, p75', 'INP, p75'],
    visitRows.filter(([, count]) => count !== '0'),
  )}
  ${section(
    'Faults',
    [
      ...['App', 'Release', 'By', 'Module', 'Stage', 'Line', 'Last hour', 'Last day', 'Of visits'],
      ...['First seen', 'Last seen', 'First in', 'Cause'],
    ],
    faults.map((fault) => [
      fault.app,
      html`${code(fault.version)}${isNew(fault, visits, shown) ? newMark : ''}`,
      ...[fault.by ?? '–', fault.expose.replace('./', ''), fault.stage],
      html`<code title="${fault.code ?? ''}">${fault.place ?? '–'}</code>`,
      ...[String(fault.inHour), String(fault.inDay)],
      fault.share === null ? '–' : `${fault.share} %`,
      ...[fault.firstSeen, fault.lastSeen].map((moment) => formatAgo(moment, new Date(now))),
      code(fault.first),
      html`<span class="cause">${fault.cause}</span>`,
    ]),
  )}`;
}

function liveParts(report: SiteReport, seen: SafeHtml): SafeHtml {
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
    ${canary ? html`<p class="quiet">${formatJudge(report)}</p>` : ''} ${seen}
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
  report: SiteReport | null,
  seen: Seen,
  awaySince: Date | null = null,
  problem: string | null = null,
): string {
  const away = html`<p class="problem">
    The store has not answered since ${awaySince?.toISOString() ?? ''}: this is what was live then.
  </p>`;
  const interrupted = html`<p class="problem">
    A command was cut off. The site serves as before; the next command that changes it finishes it.
  </p>`;
  return layout({
    title: 'What is live',
    width: 'full',
    body: html`<div>
        <h1>What is live</h1>
        <p class="lead">${brand.name}, revision ${String(report?.revision ?? '')} of the ledger.</p>
      </div>
      ${awaySince ? away : ''} ${report?.interrupted ? interrupted : ''}
      ${problem === null ? '' : html`<p class="problem">${problem}</p>`}
      ${report ? liveParts(report, visitParts(report, seen)) : ''}`,
  });
}
