import { hash } from 'node:crypto';
import { type Deployment, DeploymentError, type FilledSlot } from '@composed/compose/deployment';
import { plainText } from '@composed/command/output';
import { slotMark } from '@composed/contracts/composer';
import { readDeploymentIndex } from '../../deployments/deployments';
import type { OpenedPage, OpenedProblem } from '../../tool/open-pages';
import { formatCount } from '@composed/command/format';
import type { DeploymentStep, NextDeployment, Round } from './step';

/** Hashes of opened parts that an index keeps, unless its own pages have more. */
const maxKept = 5000;

const nameOf = (text: string) => hash('sha256', text, 'base64url').slice(0, 22);

/** The page with other markup in its slots. */
const refill = (
  html: string,
  places: readonly FilledSlot[],
  contentOf: (place: FilledSlot) => string,
) =>
  places.reduceRight(
    (text, place) => text.slice(0, place.start) + contentOf(place) + text.slice(place.end),
    html,
  );

const mark = ({ id }: FilledSlot) => slotMark(id);

const sheets = /<style data-href="([^"]+)"/g;

/** A page to open, and hashes of its parts: the page around the slots, each markup, each style sheet. */
function readPage(name: string, html: string, places: readonly FilledSlot[]) {
  const bare = refill(html, places, mark);
  const parts = [
    // The head does not count: every release changes it.
    bare.slice(bare.indexOf('<body')),
    ...places.map(({ id, start, end }) => `${id} ${html.slice(start, end)}`),
    ...[...bare.matchAll(sheets)].map(([, href = '']) => href),
  ].map(nameOf);
  return { page: { name, html, bare } satisfies OpenedPage, parts };
}

/** Names of the fewest pages, in their order, that hold every part which no browser has seen. */
function* selectNames({ pages, places }: Deployment, seen: Set<string>, hashes: Set<string>) {
  for (const [name, slots] of places) {
    const { parts } = readPage(name, String(pages.get(name)), slots);
    const isNew = parts.some((part) => !seen.has(part));
    for (const part of parts) {
      seen.add(part);
      hashes.add(part);
    }
    if (isNew) yield name;
  }
}

/** The module whose markup alone makes a difference, or else the first of the page. */
async function culpritOf(round: Round, { places }: Deployment, { name, html, bare }: OpenedPage) {
  const slots = places.get(name) ?? [];
  const alone = slots.map((slot) => ({
    ...{ name: slot.id, bare },
    html: refill(html, slots, (each) =>
      each === slot ? html.slice(slot.start, slot.end) : mark(each),
    ),
  }));
  const problems = slots.length > 1 ? await round.tool.openPages(alone) : null;
  return problems?.find(({ difference }) => difference)?.name ?? slots[0]?.id ?? 'host/';
}

function* violationsOf(
  { name, difference, reach }: OpenedProblem,
  culprit: string,
  releases: NextDeployment['releases'],
) {
  const of = (app: string, reason: string) => ({
    ...{ app, version: releases[app] ?? 'unknown' },
    reason: `in a browser ${plainText(reason)}`,
  });
  const [app = 'host', module = ''] = culprit.replace(/#.*/, '').split('/');
  if (difference) {
    const [read, written] = difference;
    yield of(
      app,
      `its markup of ./${module} changes ${name} around its slot: ${read} is read where the host has ${written}`,
    );
  }
  for (const { app, selector, element, slot } of reach) {
    const whose = element === null ? 'the whole page' : `${element} of ${slot ?? 'the host'}`;
    yield of(app, `its style "${selector}" matches ${whose} in ${name}`);
  }
}

/**
 * Opens the pages with new parts in a browser: each markup of a module, each style sheet and each page of the host is
 * opened once. The index of the pages keeps the hashes of these parts.
 * @throws DeploymentError naming the release whose markup or styles change something outside of its slot
 */
export async function openNewPages(round: Round, next: NextDeployment) {
  const { tool, ledger } = round;
  const { deployment, releases } = next;
  const live = ledger.live?.deployment;
  const index =
    live === undefined ? null : await readDeploymentIndex(tool.store, live).catch(() => null);
  const seen = new Set(index?.opened);
  const hashes = new Set<string>();
  const names = [...selectNames(deployment, seen, hashes)];
  const pageOf = (name: string) => {
    const slots = deployment.places.get(name) ?? [];
    return readPage(name, String(deployment.pages.get(name)), slots).page;
  };
  // Pages are read as they are opened: the texts of a large site take more memory than its pages.
  function* pages() {
    for (const name of names) yield pageOf(name);
  }
  const problems = names.length > 0 ? await tool.openPages(pages()) : [];
  if (problems === null) {
    const detail =
      'compared by the parser of this tool alone: there is no browser; set CHROMIUM_PATH';
    return { output: { ...next, opened: index?.opened ?? [] }, detail };
  }
  const violations = problems.map(async (problem) => {
    const isOther = problem.difference !== null;
    const culprit = isOther ? await culpritOf(round, deployment, pageOf(problem.name)) : '';
    return [...violationsOf(problem, culprit, releases)];
  });
  const refusals = (await Promise.all(violations)).flat();
  if (refusals.length > 0) throw new DeploymentError(refusals);
  const opened = [...new Set([...hashes, ...(index?.opened ?? [])])].slice(
    0,
    Math.max(maxKept, hashes.size),
  );
  const detail = names.length > 0 ? formatCount(names.length, 'page') : 'opened before';
  return { output: { ...next, opened, fresh: names }, detail };
}

/** No page goes live that a browser reads differently from how it was composed, whoever changes it. */
export const openPages: DeploymentStep = {
  name: 'open-pages',
  title: 'Open what is new of the pages in a browser',
  run: openNewPages,
};
