import globals from 'globals';
import { parseFragment } from 'parse5';
import { remoteGlobal } from '@composed/contracts/remote-names';
import { elementsIn } from './check-page';
import { ReleaseError, type CompositionInput } from './composition';

/* All apps of a page share its globals: one that two have is one that neither has. */

/** What every page has under a name of its own, with what browsers add to the standards. */
const ofWindow = { ...globals.browser, ...globals.builtin, captureEvents: false, chrome: false };

/** What a build of webpack or Rspack keeps its chunks in: `self.webpackChunkhost ||= []`, or as older ones write it. */
const chunkList =
  /\b(?:self|globalThis|window)(?:\.([\w$]{1,200})|\["([^"\]]{1,200})"\])\s?(?:\|\|=\s?\[\]|=\s?(?:self|globalThis|window)[^|;,]{1,220}\|\|\s?\[\])/g;

interface Claim {
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
async function claimsOf({ releases }: CompositionInput): Promise<Claim[]> {
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
export async function checkGlobals(input: CompositionInput): Promise<readonly Claim[]> {
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

/** Browsers know an element by its id or name as a global, too. */
const namesOf = (elements: ReturnType<typeof elementsIn>) =>
  new Set(
    elements.flatMap(({ attrs }) =>
      attrs.filter((each) => each.name === 'id' || each.name === 'name').map(({ value }) => value),
    ),
  );

/**
 * Looks for elements that have the name of a container.
 * @param markups of remotes, by federation id
 * @returns checks a page of the host, by its own elements and the ids of what it shows; it throws a ReleaseError naming
 *   the element's app and the container's
 */
export function namedElementsCheck(claims: readonly Claim[], markups: ReadonlyMap<string, string>) {
  // Each is in many pages.
  const named = new Map(
    [...markups].map(([id, markup]) => [id, namesOf(elementsIn(parseFragment(markup)))]),
  );
  return (page: string, elements: ReturnType<typeof elementsIn>, ids: readonly string[]): void => {
    const ofHost = namesOf(elements);
    const owner = (name: string) => ids.find((id) => named.get(id)?.has(name));
    const claim = claims.find(({ name }) => ofHost.has(name) || owner(name) !== undefined);
    if (!claim) return;
    const [whose = 'host'] = owner(claim.name)?.split('/') ?? [];
    throw new ReleaseError(
      claim.app,
      `the global "${claim.name}" of its ${claim.kind} is also an element of ${whose} in ${page}; rename the element, or ${formatWay(claim)}`,
    );
  };
}
