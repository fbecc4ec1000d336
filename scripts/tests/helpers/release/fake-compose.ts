import { createHash } from 'node:crypto';
import { dataBlock, releaseRecordElementId } from '@composed/contracts/page-elements';
import * as v from 'valibot';
import {
  type Composition,
  type CompositionInput,
  CompositionError,
} from '../../../platform/compose/composition';

const page = v.looseObject({
  page: v.string(),
  releases: v.record(v.string(), v.string()),
  scripts: v.record(v.string(), v.array(v.string())),
});

/** Modules that every fake host has a place for. */
const places = ['pricing/PricingSection', 'signup/SignupPage'];

/** What a fake page says it was made of. */
export type FakePage = v.InferOutput<typeof page>;

export function parseFakePage(text: string): FakePage {
  const [, json = ''] = /id="page">(.*?)<\/script>/s.exec(text) ?? [];
  return v.parse(page, JSON.parse(json));
}

/**
 * Composes without rendering. The pages have the right names, pin their releases, and name every script they would
 * load. A server bundle that says “throw” is refused, as the real compose would.
 */
export async function fakeCompose(input: CompositionInput) {
  const releases = Object.entries(input.releases);
  const sources = await Promise.all(releases.map(([, { readServer }]) => readServer()));
  const broken = releases.filter((_release, n) => sources[n]?.includes('throw'));
  if (broken.length > 0) {
    throw new CompositionError(
      broken.map(([app, { manifest }]) => ({
        app,
        version: manifest.version,
        reason: 'its rendering threw "no stall today"',
        stack: `Error: no stall today\n    at render (${app}/server.cjs:1:1)`,
      })),
    );
  }
  const pages = new Map<string, Buffer>();
  for (const name of ['index.html', '404.html']) {
    const text = dataBlock('page', {
      page: name,
      basePath: input.basePath,
      indexable: input.indexable,
      data: input.data,
      siteUrl: input.settings.siteUrl,
      releases: Object.fromEntries(releases.map(([app, { manifest }]) => [app, manifest.version])),
      scripts: Object.fromEntries(
        releases.map(([app, { manifest }]) => [app, Object.keys(manifest.files)]),
      ),
    });
    const host = input.releases['host']?.manifest.version ?? '';
    const preloads = releases.map(
      ([
        app,
        {
          manifest: { entry, files },
        },
      ]) => ({
        src: `/assets/${app}/${entry}`,
        integrity: files[entry]?.integrity ?? '',
      }),
    );
    const record = { host, basePath: input.basePath, preloads, remotes: {} };
    pages.set(name, Buffer.from(dataBlock(releaseRecordElementId, record) + text));
  }
  const hash = createHash('sha256');
  for (const [name, bytes] of pages) hash.update(name).update(bytes);
  const unread = Object.entries(input.data).flatMap(([name, { value }]) =>
    value === 'no prices' ? name : [],
  );
  const empty = places.filter((id) => !Object.hasOwn(input.releases, id.replace(/\/.*/, '')));
  const id = hash.digest('hex').slice(0, 16);
  const composition: Composition = { id, pages, assets: new Map(), empty, rendered: [] };
  return { ...composition, unread };
}
