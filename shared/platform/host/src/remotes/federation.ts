import { createInstance } from '@module-federation/enhanced/runtime';
import { preload } from 'react-dom';
import * as client from 'react-dom/client';
import type { Pins } from '@composed/contracts/pins';
import { appOf, exposeOf } from '@composed/contracts/remote-names';
import { ensureStyles, loadEvent, pinnedFiles, hasLostPreload } from './pinned-files';
import { LoadFault } from './remote-source';
import { sharedReact, sharedPackages, type SharedPackages } from './shared-packages';

/**
 * The federation runtime of this page. Remotes are found through the pins and nothing else.
 * @param ofSite packages that the site shares with remotes beside React
 * @returns a function that loads an exposed module by its federation id, and rejects with a LoadFault
 */
export function createFederation(pins: Pins, ofSite: SharedPackages) {
  const packages = { ...sharedReact, 'react-dom/client': { ...client }, ...ofSite };
  const instance = createInstance({
    name: 'host',
    version: pins.host,
    remotes: Object.entries(pins.remotes).map(([name, { version, entry, global }]) => {
      return { name, version, entry, entryGlobalName: global };
    }),
    shared: sharedPackages(packages),
    plugins: [pinnedFiles(pins)],
  });
  const hasFailed = new Set<string>();
  return async (id: string) => {
    const app = appOf(id);
    const remote = pins.remotes[app];
    if (!remote) throw new LoadFault('entry', app);
    await loadEvent();
    // Preloaded all at once: the runtime would ask for one after the other.
    const { scripts: later = [] } = remote.exposes[exposeOf(id)] ?? {};
    for (const { src, integrity } of later) {
      preload(src, { as: 'script', crossOrigin: 'anonymous', integrity });
    }
    // Style sheets are fetched beside the entry. Their failure is thrown when the module is loaded below.
    ensureStyles(remote).catch(() => undefined);
    // Browsers answer the first request for a script whose preload failed with that failure, and the runtime
    // stops at the first chunk that fails. So after a failure each chunk may fail once more.
    const folder = remote.entry.slice(0, remote.entry.lastIndexOf('/') + 1);
    const chunks = [...pins.preloads, ...later].filter(({ src }) => {
      return src.startsWith(folder) && src !== remote.entry;
    });
    let spare = hasLostPreload() || hasFailed.has(id) ? chunks.length : 0;
    for (;;) {
      try {
        return await instance.loadRemote<unknown>(id);
      } catch (fault) {
        hasFailed.add(id);
        if (spare === 0 || !(fault instanceof LoadFault) || fault.stage !== 'module') throw fault;
        spare -= 1;
      }
    }
  };
}
