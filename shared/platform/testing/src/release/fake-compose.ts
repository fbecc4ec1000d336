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

/** Modules that every fake host has a slot for. */
const modules = ['pricing/PricingSection', 'signup/SignupPage'];

/** The facts that a fake page was made of. */
export function parseFakePage(text: string) {
  const [, json = ''] = /id="page">(.*?)<\/script>/s.exec(text) ?? [];
  return v.parse(page, JSON.parse(json));
}

/**
 * Composes without rendering. The pages have the right names, pin their releases, and name every script they would
 * load. None shows an app whose name begins with “unshown”. A server bundle with the word “throw” is refused. A word
 * such as +pricing/Comparison in the host's text is a slot for that module.
 */
export async function fakeCompose({
  releases,
  data,
  basePath,
  indexable,
  settings: { siteUrl },
}: DeploymentInput) {
  const apps = Object.entries(releases);
  const tried = apps.map(async ([app, { manifest, readServer }]) => {
    if (!(await readServer()).includes('throw')) return [];
    const stack = `Error: no stall today\n    at render (${app}/server.cjs:1:1)`;
    const reason = 'its rendering threw "no stall today"';
    return { app, version: manifest.version, reason, stack };
  });
  const violations = (await Promise.all(tried)).flat();
  if (violations.length > 0) throw new ReleaseError(...violations);
  const made = {
    basePath,
    indexable,
    data,
    siteUrl,
    releases: Object.fromEntries(apps.map(([app, { manifest }]) => [app, manifest.version])),
    scripts: Object.fromEntries(
      apps.map(([app, { manifest }]) => [app, Object.keys(manifest.files)]),
    ),
  };
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
  const pins = {
    host: made.releases['host'] ?? '',
    basePath,
    preloads,
    remotes: Object.fromEntries(remotes),
  };
  const head = dataBlock(pinsElementId, pins);
  const pages = new Map(
    ['index.html', '404.html'].map(
      (page) => [page, Buffer.from(head + dataBlock('page', { page, ...made }))] as const,
    ),
  );
  const hash = createHash('sha256');
  for (const [name, bytes] of pages) hash.update(name).update(bytes);
  const id = hash.digest('hex').slice(0, 16);
  const unread = Object.keys(data).filter((name) => data[name]?.value === 'no prices');
  const host = (await releases['host']?.readServer()) ?? '';
  const ownModules = [...host.matchAll(/\s\+([\w-]+\/\w+)/g)].map(([, id = '']) => id);
  const lacks = (id: string) => !releases[appOf(id)]?.manifest.exposes[exposeOf(id)];
  const empty = [
    ...modules.filter((id) => !Object.hasOwn(releases, appOf(id))),
    ...ownModules.filter(lacks),
  ];
  return { id, pages, empty, rendered: [], unread };
}

/** `fakeCompose`, with these changes to its pages. */
export const composeWith =
  (change: (pages: Map<string, Buffer>, input: DeploymentInput) => unknown) =>
  async (input: DeploymentInput) => {
    const made = await fakeCompose(input);
    await change(made.pages, input);
    return made;
  };
