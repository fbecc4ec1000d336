import type { Results } from '../results';
import { compareRounds, isSteady, summarize } from '../statistics';
import type { Table } from './table';
import { unsteady } from './visit-table';

/** Milliseconds or seconds with the middle half of the runs. */
function tellTimes(values: readonly number[]): string {
  if (values.length === 0) return '';
  const summary = summarize(values);
  if (values.length >= 3 && !isSteady(summary)) return unsteady;
  const tell = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);
  return values.length < 3
    ? tell(summary.median)
    : `${tell(summary.median)} (${tell(summary.low)}–${tell(summary.high)})`;
}

const median = (values: readonly number[]) => summarize(values).median;

function teamTables({ builds, deploys, edits }: Results): Table[] {
  const tables: Table[] = [];
  if (builds) {
    tables.push({
      title: 'Builds, the start of the command included',
      head: ['App', 'Cold', 'After an edit'],
      rows: Object.keys(builds.cold).map((app) => [
        app,
        tellTimes(builds.cold[app] ?? []),
        tellTimes(builds.warm[app] ?? []),
      ]),
    });
  }
  const [few] = deploys ?? [];
  if (deploys && few) {
    const ratio = (now: readonly number[], base: readonly number[]) => {
      const compared = compareRounds(now, base);
      return compared ? `× ${compared.median.toFixed(2)}` : unsteady;
    };
    tables.push({
      title: 'Deploys, by the number of remotes in the table',
      head: ['Remotes', 'Publish to live', 'Roll back', 'Compose', 'Publish', 'Landing HTML'],
      rows: deploys.map(({ remotes, publish, rollback, compose, landing }) => [
        String(remotes),
        tellTimes(publish),
        tellTimes(rollback),
        tellTimes(compose),
        ratio(publish, few.publish),
        `${landing.toLocaleString('en-US')} B`,
      ]),
    });
  }
  if (edits) {
    tables.push({
      title: 'From saving a source of pricing until the browser shows it',
      head: ['', 'Time'],
      rows: [
        ['On its own dev server', tellTimes(edits.standalone)],
        ['Inside the host’s page', tellTimes(edits.inHost)],
      ],
    });
  }
  return tables;
}

/** The tables of everything but the visits. */
export function otherTables(results: Results): Table[] {
  const { secondVisit, lighthouse, servers } = results;
  const tables: Table[] = [];
  if (secondVisit) {
    const bytes = (count: number) => `${(count / 1000).toFixed(1)} KB`;
    tables.push({
      title: 'A second visit after a deploy of pricing',
      head: ['', 'Bytes', 'Files'],
      rows: [
        ['First visit', bytes(secondVisit.first), ''],
        ['Second visit', bytes(secondVisit.second), String(secondVisit.files.length)],
      ],
    });
  }
  if (lighthouse) {
    tables.push({
      title: 'Lighthouse, mobile',
      head: ['Page', 'Performance', 'Accessibility', 'Best practices', 'SEO', 'FCP', 'LCP'],
      rows: lighthouse.map((page) => [
        page.route,
        ...[page.performance, page.accessibility, page.bestPractices, page.seo].map((scores) =>
          String(Math.round(median(scores))),
        ),
        ...[page.fcp, page.lcp].map((times) => `${Math.round(median(times))} ms`),
      ]),
    });
  }
  tables.push(...teamTables(results));
  if (servers) {
    tables.push({
      title: 'The landing page under load, 50 connections',
      head: ['Server', 'Requests per second', '99 of 100 within'],
      rows: servers.map(({ server, rate, p99 }) => [
        server,
        Math.round(median(rate)).toLocaleString('en-US'),
        `${Math.round(median(p99))} ms`,
      ]),
    });
  }
  return tables;
}
