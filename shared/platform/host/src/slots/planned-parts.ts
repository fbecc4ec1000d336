import type { Pins, RemotePins } from '@composed/contracts/pins';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { maxPartDepth } from '@composed/contracts/page-roots';
import { appOf, moduleId } from '@composed/contracts/remote-names';
import type { SiteConfig } from '../site/site-config';

/* Modules inside other modules. Packages declare them, so the composer knows them before it renders anything. */

interface Remote extends Pick<ReleaseManifest, 'app'> {
  readonly exposes: Readonly<
    Record<string, Pick<RemotePins['exposes'][string], 'parts' | 'opens' | 'slot'>>
  >;
}

/**
 * Assigns modules to the open slots that they name, in the order of the host's table.
 * @returns `violations`: modules that name a slot they may not fill, each with a reason that names both apps
 */
export function assignSlots(
  { slots: table = {} }: Pick<SiteConfig<unknown>, 'slots'>,
  host: Pick<ReleaseManifest, 'version'>,
  remotes: readonly Remote[],
) {
  const violations: { readonly app: string; readonly reason: string }[] = [];
  const rankOf = (name: string, app: string) => {
    const apps = table[name] ?? [];
    return apps.includes(app) ? apps.indexOf(app) : apps.indexOf('*');
  };
  const requests = remotes.flatMap(({ app, exposes }) =>
    Object.entries(exposes).flatMap(([expose, { slot: name }]) =>
      name === undefined ? [] : [{ app, expose, name }],
    ),
  );
  for (const { app, expose, name } of requests) {
    const isOpen = Object.hasOwn(table, name);
    if (isOpen && rankOf(name, app) !== -1) continue;
    const refusal = isOpen ? `does not grant to ${app}` : 'does not open';
    const apps = [...(table[name] ?? []), app].map((each) => `'${each}'`).join(', ');
    const remedy = `in the host's site-config, slots: { '${name}': [${apps}] } would allow it`;
    const reason = `its ${expose} asks for the slot "${name}", which host ${host.version} ${refusal}: ${remedy}`;
    violations.push({ app, reason });
  }
  const modulesIn = (name: string) =>
    requests
      .filter((request) => request.name === name && rankOf(name, request.app) !== -1)
      .sort((a, b) => {
        const byRank = rankOf(name, a.app) - rankOf(name, b.app);
        if (byRank !== 0) return byRank;
        return a.app < b.app ? -1 : 1;
      })
      .map(({ app, expose }) => moduleId(app, expose));
  const names = Object.keys(table);
  return { slots: Object.fromEntries(names.map((name) => [name, modulesIn(name)])), violations };
}

/**
 * Collects the modules that may stand inside other modules, at any depth.
 * @param ids federation ids of the outer modules
 * @returns `violations`: chains of modules that are circular or too deep
 */
export function partsInside(
  ids: readonly string[],
  remotes: readonly Remote[],
  slots: Readonly<Record<string, readonly string[]>>,
) {
  const innerIds = new Map(
    remotes.flatMap(({ app, exposes }) =>
      Object.entries(exposes).map(([expose, { parts = {}, opens = {} }]) => {
        const idsInSlots = Object.keys(opens).flatMap((name) => slots[name] ?? []);
        return [moduleId(app, expose), [...Object.keys(parts), ...idsInSlots]] as const;
      }),
    ),
  );
  const reasons = new Map<string, string>();
  const collect = (chain: readonly string[], collected: Set<string>): Set<string> => {
    for (const id of innerIds.get(chain.at(-1) ?? '') ?? []) {
      const extended = [...chain, id];
      const path = extended.join(' > ');
      if (chain.includes(id)) {
        reasons.set(`its modules stand inside of themselves: ${path}`, id);
      } else if (chain.length > maxPartDepth) {
        reasons.set(`more than ${maxPartDepth} parts stand inside of each other: ${path}`, id);
      } else {
        collected.add(id);
        collect(extended, collected);
      }
    }
    return collected;
  };
  const parts = new Map(ids.map((id) => [id, [...collect([id], new Set())]]));
  const violations = [...reasons].map(([reason, id]) => ({ app: appOf(id), reason }));
  return { parts, violations };
}

/** Adds parts and slots to a dev server's pins, which no composer has written. */
export function withParts(pins: Pins, config: Pick<SiteConfig<unknown>, 'slots'>): Pins {
  const remotes = Object.entries(pins.remotes).map(([app, { exposes }]) => ({ app, exposes }));
  const { slots } = assignSlots(config, { version: 'dev' }, remotes);
  const ids = remotes.flatMap(({ app, exposes }) =>
    Object.keys(exposes).map((expose) => moduleId(app, expose)),
  );
  return { ...pins, parts: Object.fromEntries(partsInside(ids, remotes, slots).parts), slots };
}
