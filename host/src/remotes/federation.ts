import { createInstance } from '@module-federation/enhanced/runtime';
import { preload } from 'react-dom';
import type { ReleaseRecord, RemoteRecord } from 'shared/contracts/release-record';
import { remoteGlobal } from 'shared/contracts/remotes';
import { createEntryLoader, ensureStyles, untilLoadEventIsSafe } from './pinned-files';
import { inStage, LoadFault } from './remote-source';
import { createShareScope } from './share-scope';

/** Loads an exposed module by its federation id; rejects with a LoadFault. */
export type LoadRemote = (id: string) => Promise<unknown>;

/**
 * The federation runtime of this page. Remotes are found through the release record and nothing else;
 * no address of a remote is built into the host.
 */
export function createFederation(record: ReleaseRecord): LoadRemote {
  const loadEntry = createEntryLoader(record);
  const shareScope = createShareScope();
  const stylesOf = (remote: RemoteRecord) => inStage('style', () => ensureStyles(remote));
  const instance = createInstance({
    name: 'host',
    remotes: Object.entries(record.remotes).map(([app, remote]) => ({
      name: app,
      entry: remote.entry,
      entryGlobalName: remoteGlobal(app),
    })),
    plugins: [
      {
        name: 'pinned-entries',
        async loadEntry({ remoteInfo }) {
          const remote = record.remotes[remoteInfo.name];
          if (!remote) throw new Error(`${remoteInfo.name} is not in the release record`);
          const container = await inStage('entry', () =>
            loadEntry(remote, remoteGlobal(remoteInfo.name)),
          );
          return {
            get: (expose) => async () => {
              await stylesOf(remote);
              const factory = await container.get(expose);
              return factory();
            },
            // webpack's container takes the scope itself, and not the runtime's.
            init: () => container.init(shareScope),
          };
        },
      },
    ],
  });
  return async (id) => {
    const [app = ''] = id.split('/');
    const remote = record.remotes[app];
    if (!remote) throw new LoadFault('entry', `${app} is not in the release record`);
    const folder = remote.entry.slice(0, remote.entry.lastIndexOf('/') + 1);
    const scripts = record.preloads.filter(({ src }) => src.startsWith(folder));
    await untilLoadEventIsSafe(scripts.map(({ src }) => src));
    // All at once, where they would be asked for one after the other.
    for (const { src, integrity } of record.later[id] ?? []) {
      preload(src, { as: 'script', crossOrigin: 'anonymous', integrity });
    }
    // Fetched at the same time as the entry. Whoever loads the module below hears of a failure.
    stylesOf(remote).catch(() => undefined);
    return inStage('module', () => instance.loadRemote<unknown>(id));
  };
}
