import { createInstance } from '@module-federation/enhanced/runtime';
import { preload } from 'react-dom';
import * as client from 'react-dom/client';
import type { Pins } from '@composed/contracts/pins';
import { appOf, exposeOf } from '@composed/contracts/remote-names';
import { ensureStyles, loadEvent, pinnedFiles, hasLostPreload } from './pinned-files';
import { LoadError } from './module-source';
import { shareConfigs, sharedReact, type SharedPackages } from './shared-react';

/**
 * Creates the federation runtime of this page. It loads only remotes that the page pins. The runtime is used as it is
 * published (shared/platform/decisions.md, decision 9).
 * @param sitePackages packages that the site shares with remotes in addition to React
 * @returns a function that loads an exposed module by its federation id, and rejects with a LoadError
 */
export function createFederation(pins: Pins, sitePackages: SharedPackages) {
  const packages = { ...sharedReact, 'react-dom/client': { ...client }, ...sitePackages };
  const instance = createInstance({
    name: 'host',
    version: pins.host,
    remotes: Object.entries(pins.remotes).map(([name, { version, entry, global }]) => {
      return { name, version, entry, entryGlobalName: global };
    }),
    shared: shareConfigs(packages),
    plugins: [pinnedFiles(pins)],
  });
  const hasFailed = new Set<string>();
  return async (id: string) => {
    const app = appOf(id);
    const remote = pins.remotes[app];
    if (!remote) throw new LoadError('entry', app);
    await loadEvent();
    // Preloads the module's scripts in parallel: the runtime would request them one after the other.
    const { scripts = [] } = remote.exposes[exposeOf(id)] ?? {};
    for (const { src, integrity } of scripts) {
      preload(src, { as: 'script', crossOrigin: 'anonymous', integrity });
    }
    // Fetches style sheets in parallel with the entry. `loadRemote` below throws their failure.
    ensureStyles(remote).catch(() => undefined);
    // Browsers fail the first request for a script whose preload failed, and the runtime stops at the first chunk that
    // fails. So after a failure, one more failure is allowed per chunk.
    const folder = remote.entry.slice(0, remote.entry.lastIndexOf('/') + 1);
    const chunks = [...pins.preloads, ...scripts].filter(({ src }) => {
      return src.startsWith(folder) && src !== remote.entry;
    });
    let retries = hasLostPreload() || hasFailed.has(id) ? chunks.length : 0;
    for (;;) {
      try {
        return await instance.loadRemote<unknown>(id);
      } catch (fault) {
        hasFailed.add(id);
        if (retries === 0 || !(fault instanceof LoadError) || fault.stage !== 'module') throw fault;
        retries -= 1;
      }
    }
  };
}
