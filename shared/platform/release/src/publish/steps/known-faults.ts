import type { ReleaseSet } from '../../ledger/ledger';
import { pinsOf, readDeployment } from '../../deployments/deployments';
import type { NextDeployment, StepContext } from './step';

/* Faults that a publish finds in pages, and that do not come from the publish. */

/** Faults as a browser reports them → a text with the stack, if there is one. */
type Faults = ReadonlyMap<string, string>;

interface Fault {
  readonly app: string;
  /** Federation id of the module; null where the fault names none. */
  readonly module: string | null;
  /**
   * App, release, module and kind. The rest of a report differs from try to try: which press it followed, which of two
   * errors came first, a time.
   */
  readonly key: string;
}

/** The line that the host prints of a fault: app, version, module and stage (`report` of @composed/host/report). */
const line = /: \[([\w-]+) (\w+) \.\/([\w-]+)\] (\w+) failed/;

const withoutNumbers = (text: string) => text.replace(/\d+/g, '');

/** The kind of an uncaught error of an app's script: React's number, its name, or else its text. */
const kindOf = (text: string) =>
  /error #\d+/.exec(text)?.[0] ?? /\b\w*Error\b/.exec(text)?.[0] ?? withoutNumbers(text);

/** @param releases of the pages that the fault was found in */
function readFault(text: string, stack: string, releases: ReleaseSet): Fault {
  const [, app, version, name, stage] = line.exec(text) ?? [];
  if (app !== undefined) {
    const module = app === 'host' ? null : `${app}/${name}`;
    return { app, module, key: [app, version, name, stage].join(' ') };
  }
  const message = text.slice(text.indexOf(': ') + 2);
  const owner = /\/assets\/(?!host\/)([\w-]+)\//.exec(stack)?.[1];
  // A stack with scripts of the host alone does not name the module that failed.
  if (owner === undefined) return { app: 'host', module: null, key: withoutNumbers(message) };
  return { app: owner, module: null, key: [owner, releases[owner], kindOf(message)].join(' ') };
}

/** Names of the live pages that show a module of a fault, or one of its app. */
function pagesShowing(pages: ReadonlyMap<string, Buffer>, { app, module }: Fault): string[] {
  const start = module === null ? `${app}/` : `${module}"`;
  return [...pages].flatMap(([name, html]) =>
    html.includes(`data-slot="${start}`) || html.includes(`data-box="${module ?? `${app}/`}`)
      ? [name]
      : [],
  );
}

/**
 * Faults that do not come from a change: the live pages have them as well, or they are of another team's module that no
 * live page shows.
 * @param trial changed: apps of the change; apps: those whose modules are tried
 */
export async function findKnownFaults(
  { tool, ledger }: StepContext,
  { releases, data }: NextDeployment,
  {
    changed: changedApps,
    apps,
  }: { readonly changed: readonly string[]; readonly apps: readonly string[] },
  faults: Faults,
): Promise<string[]> {
  const live = ledger.live;
  const deployment = live && (await readDeployment(tool.store, live.deployment));
  if (!live || !deployment) return [];
  const candidates = [...faults].map(([text, stack]) => {
    const fault = readFault(text, stack, releases);
    const isForeign = fault.app !== 'host' && !changedApps.includes(fault.app);
    return { text, ...fault, showing: isForeign ? pagesShowing(deployment.pages, fault) : null };
  });
  const faultyPages = new Set(candidates.map(({ text }) => /^[\w./-]+/.exec(text)?.[0]));
  const names = new Set([
    ...pinsOf(deployment).flatMap(({ name }) => (faultyPages.has(name) ? [name] : [])),
    ...candidates.flatMap(({ showing }) => showing?.slice(0, 1) ?? []),
  ]);
  const trial =
    names.size > 0
      ? await tool.hydrate(deployment.pages, [...names], tool.store, { apps, data })
      : null;
  const liveFaults = new Set(
    [...(trial?.faults ?? [])].map(([text, stack]) => readFault(text, stack, live.releases).key),
  );
  return candidates.flatMap(({ text, key, showing }) =>
    liveFaults.has(key) || showing?.length === 0 ? [text] : [],
  );
}
