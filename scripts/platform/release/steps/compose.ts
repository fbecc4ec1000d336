import { isDeepStrictEqual } from 'node:util';
import type { SiteJson } from '@composed/contracts/composer';
import {
  composeSite,
  formatEmpty,
  pinnedIn,
  readCompositionRecord,
  refusalReason,
  type SiteSource,
  storeComposition,
} from '../compositions';
import type { Composition } from '../../compose/composition';
import { Refusal } from '../refusal';
import type { Live, ReleaseSet } from '../ledger';
import { readManifest } from '../releases';
import { formatCount } from '../reports/format';
import type { SiteSettings } from '../settings';
import { wayBackCheck } from './check-way-back';
import { composedIn, type Run, type StepKind } from './step';

const valuesOf = (data: Live['data']) =>
  Object.entries(data).map(([name, { value }]) => [name, value]);

/**
 * Pages come and go with the host's release, its data and the places that are empty, and with nothing else.
 * @throws Refusal naming those that what is live has and `composition` has not
 */
async function checkPagesStay(
  { tool, ledger: { live } }: Run,
  { pages, empty }: Composition,
  { releases, data }: SiteSource,
): Promise<void> {
  if (!live || live.releases['host'] !== releases['host']) return;
  if (!isDeepStrictEqual(valuesOf(live.data), valuesOf(data))) return;
  const record = await readCompositionRecord(tool.store, live.composition).catch(() => null);
  if (record && !isDeepStrictEqual(record.empty, empty)) return;
  const missing = Object.keys(record?.pages ?? {}).filter((page) => !pages.has(page));
  if (missing.length === 0) return;
  throw new Refusal(
    `The pages would be without ${missing.join(', ')}, though the host is the same; what is live is as it was.`,
  );
}

/**
 * A place that waits for a release of its module is empty; one that what is live fills is not emptied by a release.
 * @throws Refusal naming a module that the release of its app has no more
 */
async function checkPlacesStay(
  { ledger: { live }, proposed: store }: Run,
  { empty }: Composition,
  { releases }: SiteSource,
): Promise<void> {
  for (const id of empty) {
    const [app = '', name = ''] = id.split('/');
    const version = releases[app];
    const shown = version === undefined ? undefined : live?.releases[app];
    const manifest = shown === undefined ? null : await readManifest(store, app, shown);
    if (manifest?.exposes[`./${name}`]) {
      throw new Refusal(
        `${app} ${version} does not expose ./${name}, which the host shows and ${app} ${shown} has; publish a host without its place first. What is live is as it was.`,
      );
    }
  }
}

/** Composes with what the host asks for as it is now, and with the last good one where that cannot be read. */
async function composeWithData(
  { tool, ledger: { live }, proposed: store }: Run,
  source: Omit<SiteSource, 'data'>,
  addresses: SiteSettings['data'],
) {
  const last = live?.data ?? {};
  const host = await readManifest(store, 'host', source.releases['host'] ?? '');
  const names = host?.data ?? [];
  const readOn = tool.now().toISOString().slice(0, 10);
  const read: Record<string, SiteJson> = {};
  const reading = names.map(async (name) => {
    const value = await tool
      .readJson(name, addresses[name], !(name in last))
      .catch(() => undefined);
    if (value !== undefined) read[name] = { value, readOn };
  });
  await Promise.all(reading);
  for (;;) {
    const site = { ...source, data: { ...last, ...read } };
    const composition = await composeSite({ store, compose: tool.compose }, site);
    const unread = composition.unread.filter((name) => name in read);
    const missed = names.filter((name) => !(name in read));
    if (unread.length === 0) return { site, composition, missed };
    for (const name of unread) Reflect.deleteProperty(read, name);
  }
}

/** Makes every page from the releases, data and settings of the site. Nothing is stored yet. */
export const composing: StepKind<
  Omit<SiteSource, 'data'> & { readonly addresses: SiteSettings['data'] }
> = {
  title: ({ preview, releases }) =>
    `Compose ${preview === null ? 'the pages' : `/preview/${preview}/`} from ${formatCount(Object.keys(releases).length, 'release')}`,
  async run({ addresses, ...source }, run) {
    const { site, composition, missed } = await composeWithData(run, source, addresses);
    await checkPagesStay(run, composition, site);
    await checkPlacesStay(run, composition, site);
    run.composed = { composition, ...site, waysBack: [] };
    const shown = pinnedIn(composition);
    const unseen = Object.keys(site.releases).filter((app) => app !== 'host' && !shown.has(app));
    const files = formatCount(composition.pages.size, 'file');
    const notes = [
      files,
      ...unseen.map((app) => `no page shows ${app}`),
      ...composition.empty.map(formatEmpty),
      ...missed.map((name) => {
        const day = site.data[name]?.readOn;
        return `${day ? `with the ${name} of ${day}` : `without ${name}`}: none could be read`;
      }),
    ];
    return { detail: notes.join(', ') };
  },
};

export const storing: StepKind<object> = {
  title: () => 'Store the pages',
  async run(_none, run) {
    const { composition, releases, preview } = composedIn(run);
    const { id } = composition;
    const { history, live } = run.ledger;
    const mayBeThere = history.some((entry) => entry.composition === id);
    // Every page names its host.
    const like = live && live.releases['host'] === releases['host'] ? live.composition : null;
    const known = { mayBeThere, like };
    const isNew = await storeComposition(run.tool, composition, releases, preview, known);
    return { detail: isNew ? id : `${id} is there already` };
  },
};

/**
 * Composes the running canary on top of what goes live. It holds nobody up: where its release and
 * what goes live do not fit together, the canary ends.
 */
export const canaryRenewal: StepKind<{
  readonly releases: ReleaseSet;
  readonly rollbacks: readonly { readonly app: string; readonly to: string }[];
}> = {
  title: () => 'Compose the canary with it',
  async run({ releases, rollbacks }, run) {
    try {
      const site = { ...composedIn(run), releases };
      const from = { store: run.proposed, compose: run.tool.compose };
      const composed = { ...site, composition: await composeSite(from, site), waysBack: [] };
      const beside: Run = { ...run, composed };
      await wayBackCheck.run({ rollbacks, refuses: false }, beside);
      const { detail } = await storing.run({}, beside);
      run.renewed = composed;
      return { detail };
    } catch (error) {
      const problem = refusalReason(error);
      run.renewed = { problem };
      return { detail: `it ends: ${problem}` };
    }
  },
};
