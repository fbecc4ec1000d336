import { createInstance } from '@module-federation/enhanced/runtime';
import { preload } from 'react-dom';
import type { ReleaseRecord } from '@shopwright/shared/contracts/release-record';
import { remoteGlobal } from '@shopwright/shared/contracts/remotes';
import { ensureStyles, loadEvent, pinnedFiles } from './pinned-files';
import { LoadFault } from './remote-source';
import { protectShared, sharedPackages } from './shared-packages';

/**
 * The federation runtime of this page. Remotes are found through the release record and nothing else.
 * @returns loads an exposed module by its federation id; rejects with a LoadFault
 */
export function createFederation(record: ReleaseRecord) {
  protectShared();
  const instance = createInstance({
    name: 'host',
    version: record.host,
    remotes: Object.entries(record.remotes).map(([name, { version, entry, global }]) => {
      return { name, version, entry, entryGlobalName: global ?? remoteGlobal(name) };
    }),
    shared: sharedPackages(),
    plugins: [pinnedFiles(record)],
  });
  return async (id: string) => {
    const [app = ''] = id.split('/');
    const remote = record.remotes[app];
    if (!remote) throw new LoadFault('entry', `${app} is not in the release record`);
    await loadEvent();
    // All at once, where they would be asked for one after the other.
    for (const { src, integrity } of record.later[id] ?? []) {
      preload(src, { as: 'script', crossOrigin: 'anonymous', integrity });
    }
    // Fetched at the same time as the entry. Whoever loads the module below hears of a failure.
    ensureStyles(remote).catch(() => undefined);
    return instance.loadRemote<unknown>(id);
  };
}
