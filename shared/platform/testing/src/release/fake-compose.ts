import { createHash } from 'node:crypto';
import { dataBlock, pinsElementId } from '@composed/contracts/page-elements';
import { appOf, exposeOf } from '@composed/contracts/remote-names';
import * as v from 'valibot';
import { ReleaseError } from '@composed/command/errors';
import type { DeploymentInput } from '@composed/compose/deployment';

const page = v.looseObject({
  page: v.string(),
  releases: v.record(v.string(), v.string()),
  scripts: v.record(v.string(), v.array(v.string())),
});

/** The modules that every fake host has a slot for. */
const hostModules = ['pricing/PricingSection', 'signup/SignupPage'];

/** Reads the facts that a fake page contains. */
export function parseFakePage(text: string) {
  const [, json = ''] = /id="page">(.*?)<\/script>/s.exec(text) ?? [];
  return v.parse(page, JSON.parse(json));
}

type Releases = DeploymentInput['releases'];

/** @throws ReleaseError naming the releases whose guest bundle contains the word “throw” */
async function refuseThrowing(releases: Releases): Promise<void> {
  const results = Object.entries(releases).map(async ([app, { manifest, readGuestBundle }]) => {
    if (!(await readGuestBundle()).includes('throw')) return [];
    const stack = `Error: no stall today\n    at render (${app}/server.cjs:1:1)`;
    const reason = 'its rendering threw "no stall today"';
    return { app, version: manifest.version, reason, stack };
  });
  const violations = (await Promise.all(results)).flat();
  if (violations.length > 0) throw new ReleaseError(...violations);
}

function fakePins(releases: Releases, basePath: string) {
  const apps = Object.entries(releases);
  const preloads = apps.map(([app, { manifest }]) => {
    const { entry, files } = manifest;
    return { src: `/assets/${app}/${entry}`, integrity: files[entry]?.integrity ?? '' };
  });
  const remotes = apps
    .filter(([app]) => app !== 'host' && !app.startsWith('unshown'))
    .map(([app, { manifest }]) => {
      const entry = `/assets/${app}/${manifest.entry}`;
      const { version, global } = manifest;
      return [app, { version, entry, global, exposes: {} }] as const;
    });
  const host = releases['host']?.manifest.version ?? '';
  return { host, basePath, preloads, remotes: Object.fromEntries(remotes) };
}

/** The modules whose slots are empty, since no release exposes them. */
async function findEmptySlots(releases: Releases): Promise<string[]> {
  const hostServer = (await releases['host']?.readGuestBundle()) ?? '';
  const modulesInText = [...hostServer.matchAll(/\s\+([\w-]+\/\w+)/g)].map(([, id = '']) => id);
  const isMissing = (id: string) => !releases[appOf(id)]?.manifest.exposes[exposeOf(id)];
  return [
    ...hostModules.filter((id) => !Object.hasOwn(releases, appOf(id))),
    ...modulesInText.filter(isMissing),
  ];
}

/**
 * Composes without rendering. The pages have the right names, pin their releases, and list all scripts of these. They
 * show no app whose name begins with “unshown”. A guest bundle with the word “throw” is refused. A word such as
 * +pricing/Comparison in the host's text is a slot for that module.
 */
export async function fakeCompose(input: DeploymentInput) {
  const { releases, data, basePath, indexable, settings } = input;
  await refuseThrowing(releases);
  const apps = Object.entries(releases);
  const facts = {
    basePath,
    indexable,
    data,
    siteUrl: settings.siteUrl,
    releases: Object.fromEntries(apps.map(([app, { manifest }]) => [app, manifest.version])),
    scripts: Object.fromEntries(
      apps.map(([app, { manifest }]) => [app, Object.keys(manifest.files)]),
    ),
  };
  const head = dataBlock(pinsElementId, fakePins(releases, basePath));
  const pages = new Map(
    ['index.html', '404.html'].map(
      (file) => [file, Buffer.from(head + dataBlock('page', { page: file, ...facts }))] as const,
    ),
  );
  const hash = createHash('sha256');
  for (const [name, bytes] of pages) hash.update(name).update(bytes);
  const id = hash.digest('hex').slice(0, 16);
  const unread = Object.keys(data).filter((name) => data[name]?.value === 'no prices');
  return { id, pages, empty: await findEmptySlots(releases), newCacheEntries: [], unread };
}

/** Returns `fakeCompose` with changes to its pages. */
export const composeWith =
  (change: (pages: Map<string, Buffer>, input: DeploymentInput) => unknown) =>
  async (input: DeploymentInput) => {
    const deployment = await fakeCompose(input);
    await change(deployment.pages, input);
    return deployment;
  };
