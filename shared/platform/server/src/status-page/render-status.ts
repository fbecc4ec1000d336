import { html, type SafeHtml } from '@remix-run/html-template';
import { createFaultTable, type FaultSummary, type Visits } from '@composed/release/stacks/faults';
import type { ReleaseSet } from '@composed/contracts/release-manifest';
import type { SiteReport } from '@composed/release/inspect/reports/site-report';
import {
  createAppTable,
  formatLive,
  createHistoryTable,
  createPreviewTable,
} from '@composed/release/inspect/reports/format-report';
import type { Table } from '@composed/command/format';
import { shortenIds } from '@composed/command/terminal';
import { p75 } from '../canary/judge';
import { tallyVisits } from '../canary/tally-visits';

/** The entries of the history on the page. `npm run release -- history` shows them all. */
const shownEntries = 50;

/** Renders a table, or nothing without rows. A table that is wider than the screen scrolls, by keyboard too. */
function renderSection(title: string, { heads, rows }: Table): SafeHtml {
  const id = title.toLowerCase();
  if (rows.length === 0) return html``;
  const renderRow = ([name = '', ...cells]: readonly string[]) =>
    html`<tr>
      <th scope="row">${name.startsWith('/') ? html`<a href="${name}">${name}</a>` : name}</th>
      ${cells.map((cell) => html`<td>${cell}</td>`)}
    </tr>`;
  return html`<section>
    <h2 id="${id}">${title}</h2>
    <div class="scroll" role="region" aria-labelledby="${id}" tabindex="0">
      <table>
        <thead>
          <tr>
            ${heads.map((head) => html`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(renderRow)}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** Facts about the live deployment, the visits of the last day, and the faults of releases. */
export interface SiteStatus {
  readonly report: SiteReport;
  readonly visits: Visits;
  readonly faults: readonly FaultSummary[];
}

/** Creates the table of the last day's visits, by variant. */
function createVisitTable({ report: { apps, canary }, visits }: SiteStatus): Table {
  const live = Object.fromEntries(apps.map(({ app, version }) => [app, version]));
  const formatMs = (value: number | null) => (value === null ? '–' : `${value} ms`);
  const createRow = (name: string, releases: ReleaseSet) => {
    const { visits: visitCount, faulty, unhydrated, lcp, inp } = tallyVisits(visits.day, releases);
    const formatShare = (count: number) => `${((100 * count) / visitCount).toFixed(1)} %`;
    const shares = [
      formatShare(faulty),
      formatShare(unhydrated),
      formatMs(p75(lcp)),
      formatMs(p75(inp)),
    ];
    return visitCount === 0 ? [] : [[name, String(visitCount), ...shares]];
  };
  const canaryRows = canary ? createRow('Canary', { ...live, [canary.app]: canary.version }) : [];
  return {
    heads: ['Last day', 'Visits', 'With a fault', 'Never hydrated', 'LCP, p75', 'INP, p75'],
    rows: [...createRow('Live', live), ...canaryRows],
  };
}

function renderLiveSections(status: SiteStatus): SafeHtml {
  const { report, faults } = status;
  if (!report.live) return html`<p>Nothing is live yet.</p>`;
  return html`<div>${formatLive(report).map((line) => html`<p>${line}</p>`)}</div>
    ${renderSection('Visits', createVisitTable(status))}
    ${renderSection('Faults', createFaultTable(faults, new Date(report.now)))}
    ${renderSection('Apps', createAppTable(report))}
    <p><small>Sizes are what a visitor downloads, compressed.</small></p>
    ${renderSection('Previews', createPreviewTable(report))}
    ${renderSection('History', createHistoryTable(report.history.slice(0, shownEntries)))}`;
}

/**
 * Renders the status page: the live releases with their sizes and authors, visits, faults, and the history.
 * @param status null when the store has never responded
 * @param unavailableSince since when the store has not responded, or null while it responds
 * @param problem why this server cannot judge canaries, as a sentence
 */
export function renderStatusPage(
  status: SiteStatus | null,
  unavailableSince: Date | null = null,
  problem: string | null = null,
): SafeHtml {
  const shownSentence = status
    ? 'This is what was live then.'
    : 'This page will show what is live once the store responds.';
  const since = unavailableSince?.toISOString() ?? '';
  const unavailable = `The store has not answered since ${since}. ${shownSentence}`;
  const problems = [
    ...(unavailableSince ? [unavailable] : []),
    ...(problem === null ? [] : [problem]),
  ];
  // The page is in English, for operators, whatever the language of the site.
  const page = html`<div lang="en" dir="ltr">
    <h1>What is live</h1>
    ${problems.map((text) => html`<p class="problem">${text}</p>`)}
    ${status && renderLiveSections(status)}
  </div>`;
  return html.raw`${shortenIds(String(page))}`;
}
