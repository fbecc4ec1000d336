import { createInstance } from '@module-federation/enhanced/runtime';
import type { ReleaseRecord } from 'shared/contracts/release-record';
import { createEntryLoader } from './pinned-entries';
import { provided } from './provided';
import { ensureStyles } from './styles';

/** The global under which a remote's container registers; the same as in the build of remotes. */
function containerGlobal(app: string): string {
  return `remote_${app}`;
}

function sharedLibraries() {
  return Object.fromEntries(
    Object.entries(provided).map(([request, library]) => {
      const version = __PROVIDED_VERSIONS__[request] ?? '0.0.0';
      return [
        request,
        {
          version,
          lib: () => library,
          shareConfig: { singleton: true, requiredVersion: `^${version}` },
        },
      ];
    }),
  );
}

/** Loads an exposed module by its federation id; rejects with the reason. */
export type LoadRemote = (id: string) => Promise<unknown>;

/**
 * The federation runtime of this page. Remotes are found through the release record and nothing else;
 * no address of a remote is built into the host.
 */
export function createFederation(record: ReleaseRecord): LoadRemote {
  const loadEntry = createEntryLoader(record);
  const instance = createInstance({
    name: 'host',
    remotes: Object.entries(record.remotes).map(([app, remote]) => ({
      name: app,
      entry: remote.entry,
      entryGlobalName: containerGlobal(app),
    })),
    shared: sharedLibraries(),
    plugins: [
      {
        name: 'pinned-entries',
        async loadEntry({ remoteInfo }) {
          const remote = record.remotes[remoteInfo.name];
          if (!remote) throw new Error(`${remoteInfo.name} is not in the release record`);
          return loadEntry(remote, containerGlobal(remoteInfo.name));
        },
      },
    ],
  });
  return async (id) => {
    const [app = ''] = id.split('/');
    const remote = record.remotes[app];
    if (!remote) throw new Error(`${app} is not in the release record`);
    const [module] = await Promise.all([instance.loadRemote<unknown>(id), ensureStyles(remote)]);
    return module;
  };
}
