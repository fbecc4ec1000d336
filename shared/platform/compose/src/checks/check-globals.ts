import globals from 'globals';
import { remoteGlobal } from '@composed/contracts/remote-names';
import type { elementsIn } from './check-page';
import { ReleaseError, type DeploymentInput } from '../deployment/deployment';

/* All apps of a page share its globals: one that two have is one that neither has. */

/** Globals of browsers, and of Node and loaders, by which libraries find out where they run. */
const ofSome = {
  ...{ ...globals.browser, ...globals.builtin, captureEvents: false, chrome: false },
  ...{ ...globals.node, ...globals.commonjs, ...globals.amd },
};
/** Globals that not every engine of 2026 has, with names that people give to code of their own. All have the others. */
const notEverywhere = new Set([
  ...[
    'ai',
    'caches',
    'chrome',
    'credentialless',
    'define',
    'exports',
    'external',
    'fence',
    'global',
  ],
  ...['model', 'module', 'navigation', 'process', 'require', 'scheduler', 'viewport', 'when'],
]);

/**
 * Whether an element with this id takes the place of a global: a browser's own comes before elements, but where it has
 * none. Double underscores begin what tools look for.
 */
export const shadowsGlobal = (id: string) =>
  id.startsWith('__') ||
  notEverywhere.has(id) ||
  (Object.hasOwn(ofSome, id) && !/^[a-z]+$/.test(id));

/** The global in which a build of webpack or Rspack keeps its chunks: `self.webpackChunkhost ||= []`, or as older ones write it. */
const chunkList =
  /\b(?:self|globalThis|window)(?:\.([\w$]{1,200})|\["([^"\]]{1,200})"\])\s?(?:\|\|=\s?\[\]|=\s?(?:self|globalThis|window)[^|;,]{1,220}\|\|\s?\[\])/g;

/** Names of globals that containers and lists of chunks have; FORMAT.md fixes both. */
const reserved = /^(?:remote_|(?:webpack|rspack)Chunk)/;

/**
 * The globals that apps put something into: one container with a fixed name, and lists of chunks, each of one app.
 * @throws ReleaseError naming the global, and what to change
 */
export async function checkGlobals({ releases }: DeploymentInput): Promise<void> {
  const owners = new Map<string, string>();
  for (const [app, { manifest, readFile }] of Object.entries(releases)) {
    const { entry, global } = manifest;
    const own = remoteGlobal(app);
    if (global !== null && global !== own)
      throw new ReleaseError(
        app,
        `the global of its container is "${global}" and must be "${own}" (library.name)`,
      );
    const script = (await readFile(entry)).toString('utf8');
    const lists = [...script.matchAll(chunkList)].map(([, name, quoted]) => name ?? quoted ?? '');
    for (const list of new Set(lists)) {
      const other = owners.get(list);
      const advice = `give its build a name of its own (output.uniqueName, such as "${app}")`;
      if (other !== undefined || !reserved.test(list))
        throw new ReleaseError(
          app,
          `the global "${list}" of its list of chunks ${other === undefined ? 'does not begin with webpackChunk or rspackChunk' : `is also that of ${other}`}; ${advice}`,
        );
      owners.set(list, app);
    }
  }
}

/**
 * Looks for elements with the name of such a global: browsers know an element by its id or name as a global, too.
 * @throws ReleaseError naming the element
 */
export function checkElements(app: string, elements: ReturnType<typeof elementsIn>): void {
  const attribute = elements
    .flatMap(({ attrs }) => attrs)
    .find(({ name, value }) => (name === 'id' || name === 'name') && reserved.test(value));
  if (!attribute) return;
  throw new ReleaseError(
    app,
    `its element of ${attribute.name} "${attribute.value}" would be found in the place of an app's global; call it something else`,
  );
}
