import { isDeepStrictEqual } from 'node:util';
import type { SiteJson } from '@composed/contracts/composer';
import { UserError } from '../../errors';
import {
  composeSite,
  pinnedIn,
  readCompositionIndex,
  refusalReason,
  type SiteSource,
  storeComposition,
} from '../compositions';
import type { Composition } from '../../compose/composition';
import type { Live, ReleaseSet } from '../ledger';
import { readManifest } from '../releases';
import { formatCount, formatEmpty } from '../reports/format';
import type { SiteSettings } from '../settings';
import { tryRollbacks } from './check-rollbacks';
import type { Draft, Pages, Rollback, Round, Step, Task } from './step';

const valuesOf = (data: Live['data']) =>
  Object.entries(data).map(([name, { value }]) => [name, value]);

/**
 * Pages come and go with the host's release, its data and the places that are empty, and with nothing else.
 * @throws UserError naming those that what is live has and `composition` has not
 */
async function checkPagesStay(
  { tool, ledger: { live } }: Round,
  { pages, empty }: Composition,
  { releases, data }: SiteSource,
): Promise<void> {
  if (!live || live.releases['host'] !== releases['host']) return;
  if (!isDeepStrictEqual(valuesOf(live.data), valuesOf(data))) return;
  const index = await readCompositionIndex(tool.store, live.composition).catch(() => null);
  if (index && !isDeepStrictEqual(index.empty, empty)) return;
  const missing = Object.keys(index?.pages ?? {}).filter((page) => !pages.has(page));
  if (missing.length === 0) return;
  throw new UserError(
    `The pages would be without ${missing.join(', ')}, though the host is the same; what is live is as it was.`,
  );
}

/**
 * A place that waits for a release of its module is empty; one that what is live fills is not emptied by a release.
 * @throws UserError naming a module that the release of its app has no more
 */
async function checkPlacesStay(
  { ledger: { live }, proposed: store }: Round,
  { empty }: Composition,
  { releases }: SiteSource,
): Promise<void> {
  for (const id of empty) {
    const [app = '', name = ''] = id.split('/');
    const version = releases[app];
    const shown = version === undefined ? undefined : live?.releases[app];
    const manifest = shown === undefined ? null : await readManifest(store, app, shown);
    if (manifest?.exposes[`./${name}`]) {
      throw new UserError(
        `${app} ${version} does not expose ./${name}, which the host shows and ${app} ${shown} has; publish a host without its place first. What is live is as it was.`,
      );
    }
  }
}

/** Composes with what the host asks for as it is now, and with the last good one where that cannot be read. */
async function composeWithData(
  { tool, ledger: { live }, proposed: store }: Round,
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
export function composePages({
  addresses,
  ...source
}: Omit<SiteSource, 'data'> & { readonly addresses: SiteSettings['data'] }): Step<null, Draft> {
  const { preview, releases } = source;
  const place = preview === null ? 'the pages' : `/preview/${preview}/`;
  return {
    name: 'compose',
    title: `Compose ${place} from ${formatCount(Object.keys(releases).length, 'release')}`,
    releases,
    async run(round) {
      const { site, composition, missed } = await composeWithData(round, source, addresses);
      await checkPagesStay(round, composition, site);
      await checkPlacesStay(round, composition, site);
      const shown = pinnedIn(composition);
      const unseen = Object.keys(releases).filter((app) => app !== 'host' && !shown.has(app));
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
      const made = { ...site, composition, rollbackChecks: [], overrides: {}, canary: null };
      return { made, detail: notes.join(', ') };
    },
  };
}

async function store({ tool, ledger: { live } }: Round, { composition, releases }: Pages) {
  const { id } = composition;
  // Every page names its host.
  const like = live && live.releases['host'] === releases['host'] ? live.composition : null;
  const isNew = await storeComposition(tool, composition, like);
  return { detail: isNew ? id : `${id} is there already` };
}

export const storePages: Task<Pages> = {
  name: 'store-pages',
  title: 'Store the pages',
  run: store,
};

/**
 * Composes the running canary on top of what goes live, and stores it. It holds nobody up: where its release and
 * what goes live do not fit together, the canary ends.
 */
export const renewCanary = (
  releases: ReleaseSet,
  rollbacks: readonly Rollback[],
): Step<Draft, Draft> => ({
  ...{ name: 'renew-canary', title: 'Compose the canary with it', releases },
  async run(round, draft) {
    try {
      const site = { ...draft, releases };
      const from = { store: round.proposed, compose: round.tool.compose };
      const composed = { ...site, composition: await composeSite(from, site) };
      const canary = await tryRollbacks(round, composed, rollbacks);
      return { made: { ...draft, canary }, ...(await store(round, canary)) };
    } catch (error) {
      const problem = refusalReason(error);
      return { made: { ...draft, canary: { problem } }, detail: `it ends: ${problem}` };
    }
  },
});
