import { createInstance } from '@module-federation/enhanced/runtime';
import type { ReleaseRecord, RemoteRecord } from 'shared/contracts/release-record';
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
  const stylesOf = (remote: RemoteRecord) => inStage('style', () => ensureStyles(remote));
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
          const get = async (expose: string): Promise<unknown> => {
            await stylesOf(remote);
            return container.get(expose);
          };
          // The runtime awaits what a container gives, whatever its types say.
          return { get: get as unknown as Container['get'], init: () => initialize(container) };
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
    // Fetched beside the entry. Its failure is the module's, which waits for it.
    stylesOf(remote).catch(() => undefined);
    return inStage('module', () => instance.loadRemote<unknown>(id));
  };
}
