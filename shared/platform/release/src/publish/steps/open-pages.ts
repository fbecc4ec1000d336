import { hash } from 'node:crypto';
import { type Deployment, DeploymentError, type FilledSlot } from '@composed/compose/deployment';
import { plainText } from '@composed/command/output';
import { slotMark } from '@composed/contracts/composer';
import { readDeploymentIndex } from '../../deployments/deployments';
import type { OpenedPage, OpenedProblem } from '../../tool/open-pages';
import { formatCount } from '@composed/command/format';
import type { DeploymentStep, NextDeployment, Round } from './step';

/** Hashes that an index keeps of what was opened for it and before it, where its own pages have not more. */
const maxKept = 5000;

const nameOf = (text: string) => hash('sha256', text, 'base64url').slice(0, 22);

/** Puts something else into the slots of a page. */
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

/** A page to open, and what of it a browser may have seen elsewhere: the page around the slots, each markup and style sheet. */
function readPage(name: string, html: string, places: readonly FilledSlot[]) {
  const bare = refill(html, places, mark);
  const parts = [
    // The head names what every release changes.
    bare.slice(bare.indexOf('<body')),
    ...places.map(({ id, start, end }) => `${id} ${html.slice(start, end)}`),
    ...[...bare.matchAll(sheets)].map(([, href = '']) => href),
  ].map(nameOf);
  return { page: { name, html, bare } satisfies OpenedPage, parts };
}

/** The fewest pages, by name and in their order, in which everything stands that no browser has seen. */
function* namesToOpen({ pages, places }: Deployment, seen: Set<string>, kept: Set<string>) {
  for (const [name, slots] of places) {
    const { parts } = readPage(name, String(pages.get(name)), slots);
    const isNew = parts.some((part) => !seen.has(part));
    for (const part of parts) {
      seen.add(part);
      kept.add(part);
    }
    if (isNew) yield name;
  }
}

/** The module whose markup alone makes the same difference, or the first of the page. */
async function culpritOf(round: Round, { places }: Deployment, { name, html, bare }: OpenedPage) {
  const slots = places.get(name) ?? [];
  const alone = slots.map((slot) => ({
    ...{ name: slot.id, bare },
    html: refill(html, slots, (each) =>
      each === slot ? html.slice(slot.start, slot.end) : mark(each),
    ),
  }));
  const found = slots.length > 1 ? await round.tool.openPages(alone) : null;
  return found?.find(({ difference }) => difference)?.name ?? slots[0]?.id ?? 'host/';
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
 * Opens in a browser what of some pages was opened in none before: each different markup of a module, each style sheet
 * and each different page of the host, once. What was seen is kept by its hash in the index of the pages.
 * @throws DeploymentError naming the release whose markup or styles change what is not theirs
 */
export async function openNewPages(round: Round, made: NextDeployment) {
  const { tool, ledger } = round;
  const { deployment, releases } = made;
  const live = ledger.live?.deployment;
  const index =
    live === undefined ? null : await readDeploymentIndex(tool.store, live).catch(() => null);
  const seen = new Set(index?.opened);
  const kept = new Set<string>();
  const names = [...namesToOpen(deployment, seen, kept)];
  const pageOf = (name: string) => {
    const slots = deployment.places.get(name) ?? [];
    return readPage(name, String(deployment.pages.get(name)), slots).page;
  };
  // One is read as it is opened: the text of all of a large site would take more memory than they do.
  function* pages() {
    for (const name of names) yield pageOf(name);
  }
  const problems = names.length > 0 ? await tool.openPages(pages()) : [];
  if (problems === null) {
    const detail =
      'compared by the parser of this tool alone: there is no browser; set CHROMIUM_PATH';
    return { made: { ...made, opened: index?.opened ?? [] }, detail };
  }
  const violations = problems.map(async (problem) => {
    const isOther = problem.difference !== null;
    const culprit = isOther ? await culpritOf(round, deployment, pageOf(problem.name)) : '';
    return [...violationsOf(problem, culprit, releases)];
  });
  const found = (await Promise.all(violations)).flat();
  if (found.length > 0) throw new DeploymentError(found);
  const opened = [...new Set([...kept, ...(index?.opened ?? [])])].slice(
    0,
    Math.max(maxKept, kept.size),
  );
  const detail = names.length > 0 ? formatCount(names.length, 'page') : 'opened before';
  return { made: { ...made, opened, fresh: names }, detail };
}

/** Whoever changes pages: none goes live that a browser reads otherwise than it was composed. */
export const openPages: DeploymentStep = {
  name: 'open-pages',
  title: 'Open what is new of the pages in a browser',
  run: openNewPages,
};
