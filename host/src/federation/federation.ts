import { createInstance } from '@module-federation/enhanced/runtime';
import type { ReleaseRecord } from 'shared/contracts/release-record';
import { createEntryLoader, type Container } from './pinned-entries';
import { createShareScope } from './share-scope';
import { ensureStyles } from './styles';

/** The global under which a remote's container registers; the same as in the build of remotes. */
function containerGlobal(app: string): string {
  return `remote_${app}`;
}

/** Loads an exposed module by its federation id; rejects with the reason. */
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
          const container = await loadEntry(remote, containerGlobal(remoteInfo.name));
          return { get: (expose) => container.get(expose), init: () => initialize(container) };
        },
      },
    ],
  });
  return async (id) => {
    const [app = ''] = id.split('/');
    const remote = record.remotes[app];
    if (!remote) throw new Error(`${app} is not in the release record`);
    const loading: Promise<unknown> = instance.loadRemote<unknown>(id);
    await Promise.all([loading, ensureStyles(remote)]);
    return loading;
  };
}
