import { createInstance } from '@module-federation/enhanced/runtime';
import type { ReleaseRecord } from 'shared/contracts/release-record';
import { untilLoadEventIsSafe } from './load-event';
import { inStage, LoadFault } from './load-fault';
import { createEntryLoader, type Container } from './pinned-entries';
import { createShareScope } from './share-scope';
import { ensureStyles } from './styles';

/** The global under which a remote's container registers; the same as in the build of remotes. */
function containerGlobal(app: string): string {
  return `remote_${app}`;
}

/** Loads an exposed module by its federation id; rejects with a LoadFault. */
export type LoadRemote = (id: string) => Promise<unknown>;

/**
 * The federation runtime of this page. Remotes are found through the release record and nothing else;
 * no address of a remote is built into the host.
 */
export function createFederation(record: ReleaseRecord): LoadRemote {
  const loadEntry = createEntryLoader(record);
  const shareScope = createShareScope();
  // webpack's own container takes the scope itself.
  const initialize = async (container: Container): Promise<void> => {
    await Reflect.apply(container.init, container, [shareScope]);
  };
  const instance = createInstance({
    name: 'host',
    remotes: Object.entries(record.remotes).map(([app, remote]) => ({
      name: app,
      entry: remote.entry,
      entryGlobalName: containerGlobal(app),
    })),
    plugins: [
      {
        name: 'pinned-entries',
        async loadEntry({ remoteInfo }) {
          const remote = record.remotes[remoteInfo.name];
          if (!remote) throw new Error(`${remoteInfo.name} is not in the release record`);
          const container = await inStage('entry', () =>
            loadEntry(remote, containerGlobal(remoteInfo.name)),
          );
          return { get: (expose) => container.get(expose), init: () => initialize(container) };
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
    const loading = inStage('module', () => instance.loadRemote<unknown>(id));
    await Promise.all([loading, inStage('style', () => ensureStyles(remote))]);
    return loading;
  };
}
