import path from 'node:path';
import { aFolderSite, aSiteFolder } from '../../tests/helpers/release/a-folder';
import {
  aHost,
  aPricing,
  hostServer,
  pricingServer,
} from '../../tests/helpers/release/composable-releases';
import { release, releaseFolder } from '../../tests/helpers/release/fake-release';
import { versionOf } from '../build/integrity';
import { compose } from '../compose/compose';
import { FolderStore } from './stores/folder-store';

// What a command costs at 3 and at 30 remotes, counted in the store and in what is rendered.

/** A store that counts what it is asked for. */
class CountingStore extends FolderStore {
  counts = { gets: 0, lists: 0, puts: 0, bytes: 0 };

  override async get(key: string) {
    const bytes = await super.get(key);
    this.counts.gets += 1;
    this.counts.bytes += bytes?.byteLength ?? 0;
    return bytes;
  }

  override list(prefix: string) {
    this.counts.lists += 1;
    return super.list(prefix);
  }

  override putImmutable(key: string, bytes: Uint8Array) {
    this.counts.puts += 1;
    this.counts.bytes += bytes.byteLength;
    return super.putImmutable(key, bytes);
  }
}

function releaseOf(app: string, text: string) {
  if (app === 'host') return aHost({ server: hostServer() });
  const server = pricingServer(`return '<p>${text}</p>'`);
  if (app === 'pricing') return aPricing({ server });
  const { manifest } = aPricing();
  const entry = 'entry.0d.js';
  const exposes = { './PricingSection': { scripts: [entry], styles: [] } };
  const own = { exposes, entry, calls: [], shared: manifest.shared };
  return release(app, { server }, { files: { [entry]: 'entry' }, manifest: own });
}

/** What each command costs a site of so many remotes, of which pricing changes. */
async function costsOf(remotes: number) {
  const others = Array.from({ length: remotes - 1 }, (_, n) => `remote-${n}`);
  const root = aSiteFolder();
  const store = new CountingStore(path.join(root, 'site'));
  let rendered = 0;
  const site = aFolderSite({
    store,
    apps: ['host', 'pricing', ...others],
    compose: async (...given) => {
      const composed = await compose(...given);
      rendered += composed.rendered.length;
      return composed;
    },
    buildApp: async (app) => {
      const built = releaseOf(app, site.sources.get(app) ?? '');
      const folder = path.join(root, 'dist', `${app}-${versionOf(built.manifest)}`);
      return { folder: await releaseFolder(folder, built), isNew: false };
    },
  });
  const run = async (command: string) => {
    rendered = 0;
    store.counts = { gets: 0, lists: 0, puts: 0, bytes: 0 };
    const { code, err } = await site.type(...command.split(' '));
    expect(`${code} ${err}`).toBe('0 ');
    return { rendered, ...store.counts };
  };
  await run('publish --all');
  site.sources.set('pricing', 'v2');
  const publish = await run('publish pricing');
  return { publish, rollback: await run('rollback pricing'), status: await run('status') };
}

test('a command renders and lists no more at ten times the remotes, and reads no more than three small files of each', async () => {
  const [few, many] = [await costsOf(3), await costsOf(30)];
  for (const [command, rendered, files] of [
    ['publish', 1, 3],
    ['rollback', 0, 3],
    // The manifest of a release alone says its commit.
    ['status', 0, 1],
  ] as const) {
    const { gets, bytes, ...others } = many[command];
    const before = few[command];
    expect(others).toEqual({ rendered, lists: before.lists, puts: before.puts });
    expect((gets - before.gets) / 27).toBeLessThanOrEqual(files);
    expect((bytes - before.bytes) / 27).toBeLessThan(2000);
  }
});
