import globals from 'globals';
import { remoteGlobal } from '@composed/contracts/remote-names';
import type { elementsIn } from './check-page';
import { ReleaseError, type DeploymentInput } from '../deployment/deployment';

/* All apps of a page share its globals: one that two have is one that neither has. */

/** Globals that every page has under a name of its own, with what browsers add to the standards. */
const ofWindow = { ...globals.browser, ...globals.builtin, captureEvents: false, chrome: false };

/** Globals of some browsers, and of Node and loaders, by which libraries find out where they run. */
const ofSome = { ...ofWindow, ...globals.node, ...globals.commonjs, ...globals.amd };
/** Of those with names as people give them: what an engine of 2026 has not. All have the others. */
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

export interface Claim {
  readonly app: string;
  readonly name: string;
  readonly kind: 'container' | 'list of chunks';
}

const way = {
  container: 'give its container another name (library.name, such as',
  'list of chunks': 'give its build a name of its own (output.uniqueName, such as',
};

const formatWay = ({ app, kind }: Claim) => {
  const name = kind === 'container' ? remoteGlobal(app) : app;
  return `${way[kind]} "${name}")`;
};

/** The globals that the entries of these apps put something into. */
async function claimsOf({ releases }: DeploymentInput): Promise<Claim[]> {
  const claims = Object.entries(releases).map(async ([app, { manifest, readFile }]) => {
    const entry = (await readFile(manifest.entry)).toString('utf8');
    const lists = [...entry.matchAll(chunkList)].map(([, name, quoted]) => name ?? quoted ?? '');
    return [
      ...(manifest.global === null
        ? []
        : [{ app, name: manifest.global, kind: 'container' } as const]),
      ...[...new Set(lists)].map((name): Claim => ({ app, name, kind: 'list of chunks' })),
    ];
  });
  return (await Promise.all(claims)).flat();
}

/**
 * The globals of the containers, each of which is one app's alone.
 * @throws ReleaseError naming both who have one, and what to change
 */
export async function checkGlobals(input: DeploymentInput): Promise<readonly Claim[]> {
  const claims = await claimsOf(input);
  for (const [n, claim] of claims.entries()) {
    const { app, name, kind } = claim;
    const about = `the global "${name}" of its ${kind}`;
    if (name in ofWindow) {
      throw new ReleaseError(app, `${about} is one that every page has; ${formatWay(claim)}`);
    }
    const other = claims.slice(0, n).find((each) => each.name === name);
    if (!other) continue;
    const whose = other.app === app ? 'its own' : `of the ${other.kind} of ${other.app}`;
    throw new ReleaseError(app, `${about} is also that ${whose}; ${formatWay(claim)}`);
  }
  return claims;
}

/**
 * Looks for elements that have the name of a container: browsers know an element by its id or name as a global, too.
 * @param whose the elements are
 * @throws ReleaseError naming them and the container's app
 */
export function checkElements(
  claims: readonly Claim[],
  elements: ReturnType<typeof elementsIn>,
  whose: string,
): void {
  const named = elements.flatMap(({ attrs }) =>
    attrs.filter(({ name }) => name === 'id' || name === 'name').map(({ value }) => value),
  );
  const claim = claims.find(({ name }) => named.includes(name));
  if (!claim) return;
  throw new ReleaseError(
    claim.app,
    `the global "${claim.name}" of its ${claim.kind} is also an element of ${whose}; rename the element, or ${formatWay(claim)}`,
  );
}
