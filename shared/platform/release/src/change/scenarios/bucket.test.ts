import { aFolderSite, type FolderSite, testApps } from '@composed/testing/release/folder-site';
import { composeWith, fakeCompose, parseFakePage } from '@composed/testing/release/fake-compose';
import { fakeVersion } from '@composed/testing/release/fake-release';
import { describeWithGateway, gatewayEnvironment } from '@composed/testing/store/s3-gateway';
import { type Fate, startS3Proxy } from '@composed/testing/store/s3-proxy';
import type { SiteCommand } from '../plan/site-command';
import { readLedger } from '../../ledger/ledger';
import { openClient } from '../../store/bucket-client';
import { BucketObjects } from '../../store/bucket-objects';
import { BucketStore } from '../../store/bucket-store';
import type { ReleaseTool } from '../../tool/release-tool';
import { verifySite } from '../../inspect/verify/verify';

/** `npm run soak` sets SOAK: then commands die at every request. */
const isSoak = Boolean(process.env['SOAK']);

let proxy: Awaited<ReturnType<typeof startS3Proxy>>;
let prefixes = 0;

/** A store under a prefix of its own, or one that another process would see there. */
function openStore(prefix: string, maxAttempts = 5): BucketStore {
  const location = { bucket: 'releases', prefix };
  return new BucketStore(location, new BucketObjects(location, openClient({ maxAttempts })));
}

async function aBucketSite(
  prefix = `site-${(prefixes += 1)}/`,
  maxAttempts?: number,
  compose: ReleaseTool['compose'] = fakeCompose,
) {
  const site = aFolderSite({ store: openStore(prefix, maxAttempts), compose });
  return Object.assign(site, { prefix });
}

/** Problems of the files that a website over the bucket would give visitors. */
async function publicErrors(prefix: string): Promise<string[]> {
  const objects = new BucketObjects({ bucket: 'releases', prefix });
  const assets = new Set((await objects.list('assets/')).objects.map(({ key }) => key));
  const faults: string[] = [];
  for (const name of ['index.html', '404.html']) {
    const page = parseFakePage(String(await objects.read(name)));
    for (const [app, scripts] of Object.entries(page.scripts)) {
      for (const script of scripts) {
        const key = `assets/${app}/${script}`;
        if (!assets.has(key)) faults.push(`${name} needs ${key}`);
      }
    }
  }
  return faults;
}

describeWithGateway('a site in a bucket', 'releases', (gateway) => {
  beforeAll(async () => {
    proxy = await startS3Proxy(gateway().url);
    Object.assign(process.env, gatewayEnvironment(proxy.url));
  });

  afterAll(() => proxy.stop());

  afterEach(() => (proxy.fateOf = () => 'pass'));

  test('slow, truncated, failed and lost responses change nothing', async () => {
    const fates: Fate[] = [
      'slow',
      'cut',
      [500, 'InternalError'],
      [503, 'SlowDown'],
      'drop before',
      'drop after',
    ];
    // No two faults follow each other, so that each try after a failure can succeed.
    proxy.fateOf = (n) => (n % 7 === 0 ? (fates[(n / 7) % fates.length] ?? 'pass') : 'pass');
    const site = await aBucketSite();
    await site.publishAll();
    await site.publish('pricing', 'v2');
    await site.rollback('pricing');
    proxy.fateOf = () => 'pass';
    const ledger = await readLedger(openStore(site.prefix));
    expect(ledger.history.map(({ action }) => action)).toEqual(['publish', 'publish', 'rollback']);
    expect(
      (await verifySite({ ...site.tool, store: openStore(site.prefix) }, ledger)).damages,
    ).toEqual([]);
  });

  test('the check of the bucket passes if the response to the winner is lost', async () => {
    const began = proxy.requests;
    proxy.fateOf = (n) => (n - began <= 32 ? 'drop after' : 'pass');
    await openStore('probed/').checkAccess('conditions');
    // 32 who create, each asks again; the look at what is stored; its removal.
    expect(proxy.requests - began).toBe(66);
  });

  /**
   * Dies at one of the first requests of a command, then at a later one, and so on, until one gets through;
   * by turns before the request arrives and after it was answered.
   */
  async function dieEverywhere(
    stride: number,
    prepare: (site: FolderSite, n: number) => Promise<SiteCommand>,
  ) {
    const site = await aBucketSite();
    await site.publishAll();
    let deaths = 0;
    for (let last = 1, hasDied = true; hasDied; last += stride) {
      const fate = deaths % 2 === 0 ? 'drop before' : 'drop after';
      const mortal = await aBucketSite(site.prefix, 1);
      const command = await prepare(mortal, deaths);
      const began = proxy.requests;
      proxy.fateOf = (n) => (n - began < last ? 'pass' : n - began === last ? fate : 'drop before');
      await mortal.change(command).catch(() => undefined);
      hasDied = proxy.requests - began >= last;
      proxy.fateOf = () => 'pass';
      const found = { fate, last, faults: await publicErrors(site.prefix) };
      expect(found).toEqual({ fate, last, faults: [] });
      await site.publish('signup', `after ${last}`);
      const { live, pruning } = await site.ledger();
      expect(live?.releases['signup']).toBe(fakeVersion('signup', `after ${last}`));
      const alias = (await site.tool.store.aliases()).get('live');
      expect([pruning, alias]).toEqual([null, live?.deployment]);
      expect(await publicErrors(site.prefix)).toEqual([]);
      if (hasDied) deaths += 1;
    }
    const fresh = openStore(site.prefix);
    expect(
      (await verifySite({ ...site.tool, store: fresh }, await readLedger(fresh))).damages,
    ).toEqual([]);
    return deaths;
  }

  test('a publish that dies at any request leaves a site that serves and goes on', async () => {
    const publish = (site: FolderSite, n: number): Promise<SiteCommand> => {
      site.sources.set('pricing', `dying ${n}`);
      return Promise.resolve({ name: 'publish', apps: ['pricing'] });
    };
    expect(await dieEverywhere(isSoak ? 1 : 5, publish)).toBeGreaterThan(4);
  });

  test('a prune that dies at any request removes nothing that is in use', async () => {
    const command: SiteCommand = { name: 'prune', keepDays: 0 };
    const prune = async (site: FolderSite, n: number) => {
      // Remains of earlier rounds go first, or each prune would have more to do.
      await site.change(command);
      await site.publish('pricing', `old ${n}`);
      return command;
    };
    expect(await dieEverywhere(isSoak ? 1 : 43, prune)).toBeGreaterThan(1);
  });

  test('other files beside the ledger are not revisions', async () => {
    const site = await aBucketSite();
    await site.publishAll();
    // A console makes a folder by an object of its name.
    for (const name of ['', '.keep', 'notes.txt']) {
      const Key = `${site.prefix}private/ledger/${name}`;
      await openClient().putObject({ Bucket: 'releases', Key, Body: 'x' });
    }
    const again = await aBucketSite(site.prefix);
    expect((await again.ledger()).live).toEqual((await site.ledger()).live);
    expect(await again.runCommandLine('publish', 'pricing')).toMatchObject({ code: 0 });
  });

  test('four concurrent publishes all go live', async () => {
    const { prefix } = await aBucketSite();
    const otherSites = await Promise.all([...testApps, 'host'].map(() => aBucketSite(prefix)));
    await otherSites[0]?.publishAll();
    const publishes = otherSites.map(async (site, n) => {
      for (const source of ['v2', 'v3']) await site.publish(testApps[n % 3] ?? '', `${source}${n}`);
    });
    await Promise.all(publishes);
    const ledger = await readLedger(openStore(prefix));
    expect(ledger).toMatchObject({ revision: 9, history: { length: 9 } });
    expect(ledger.live?.releases['signup']).toBe(fakeVersion('signup', 'v32'));
    expect(await publicErrors(prefix)).toEqual([]);
  });

  test('a publish of one changed script makes no request for known objects', async () => {
    // Makes as many pages as the real site has, from every file.
    const compose = composeWith(async (pages, { releases }) => {
      for (const { manifest, readFile } of Object.values(releases))
        await Promise.all(Object.keys(manifest.files).map((name) => readFile(name)));
      const page = pages.get('index.html') ?? Buffer.from('');
      for (const name of ['signup', 'terms', 'privacy-policy']) pages.set(`${name}.html`, page);
    });
    const first = await aBucketSite(undefined, undefined, compose);
    await first.publishAll();
    const open = () => aBucketSite(first.prefix, undefined, compose);
    // With a second release of each app its rollback is composed as well.
    for (const app of testApps) await (await open()).publish(app, 'v2');
    const site = await open();
    site.sources.set('pricing', 'v3');
    [proxy.requests, proxy.sent] = [0, 0];
    expect((await site.runCommandLine('publish', 'pricing')).err).toBe('');
    // The script, its release, its two maps, the pages: scripts with two copies, pages with one. Beside them
    // deployment, ledger, mark, a look at the size of each of its two files that are there, and seven others.
    expect(proxy.requests).toBe(3 + 2 + 2 + 10 + 3 + 2 + 7);
    expect(proxy.sent).toBeLessThan(24_000);
  });
});
