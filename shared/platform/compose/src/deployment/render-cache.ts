import { renderedName, type PlannedModule } from '@composed/contracts/composer';

/** Markup of the modules of one release, under a name that says what it follows from. */
export interface RenderedModules {
  readonly app: string;
  readonly version: string;
  readonly name: string;
  /** Federation id → markup. */
  readonly markups: Readonly<Record<string, string>>;
}

/** Groups that have the same key. */
export function groupsOf<T>(all: readonly T[], keyOf: (each: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const group = groups.get(keyOf(each));
    if (group) group.push(each);
    else groups.set(keyOf(each), [each]);
  }
  return [...groups.values()];
}

/** Groups of modules whose markup is kept together: all modules of an app that every page gives the same, and each of the others by itself. */
export function keptTogether(modules: readonly PlannedModule[]) {
  return groupsOf(modules, ({ app, id, key }) => (key === '' ? app : renderedName({ id, key })));
}
