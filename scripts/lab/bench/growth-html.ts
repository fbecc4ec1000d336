import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { pagePolicy } from '@composed/contracts/content-policy';
import { dataBlock, releaseRecordElementId } from '@composed/contracts/page-elements';
import { pinRemote, type ReleaseRecord } from '@composed/contracts/release-record';
import { integrityOf } from '../../platform/build/integrity';
import { aPricing } from '../../tests/helpers/release/composable-releases';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** What a page pins of a remote that is built as ours are: an entry, a chunk and a style sheet. */
function pinsOf(app: string) {
  const file = (name: string, ending: string) => {
    const src = `/assets/${app}/${name}.${hashOf(app + name)}.${ending}`;
    return { src, integrity: integrityOf(Buffer.from(src)) };
  };
  const [entry, chunk] = [file('entry', 'js'), file('section', 'js')];
  const style = file('styles', 'css');
  const exposes = { './Section': { scripts: ['entry', 'section'], styles: ['styles'] } };
  const takes = { './Section': ['prices'] };
  const own = { app, version: hashOf(app), entry: 'entry', exposes, takes };
  const { manifest } = aPricing({ manifest: own });
  const remote = pinRemote(manifest, (name) => (name === 'entry' ? entry : style));
  return { remote, id: `${app}/Section`, scripts: [entry, chunk] };
}

/** Bytes, compressed, of what is in a page because of the remotes of a site, of which it shows two. */
export function htmlBytes(remotes: number): number {
  const apps = Array.from({ length: remotes }, (_, n) => `remote-${n}`);
  const pins = apps.map((app) => ({ app, ...pinsOf(app) }));
  const [shown, others] = [pins.slice(0, 2), pins.slice(2)];
  const record: ReleaseRecord = {
    host: hashOf('host'),
    basePath: '',
    preloads: shown.flatMap(({ scripts }) => scripts),
    later: Object.fromEntries(others.map(({ id, scripts }) => [id, scripts])),
    remotes: Object.fromEntries(pins.map(({ app, remote }) => [app, remote])),
  };
  const policy = pagePolicy({
    scripts: [],
    styles: [],
    remotes: apps.map((app) => ({ app })),
    signalsUrl: null,
  });
  return brotliCompressSync(policy + dataBlock(releaseRecordElementId, record)).byteLength;
}
