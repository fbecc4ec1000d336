import type { ReleaseSet } from '@composed/contracts/release-manifest';
import { readPinsOfPages, readDeployment } from '../../deployments/deployments';
import type { NextDeployment, StepContext } from '../step';

/* Finds out which faults in pages a publish has not caused. */

/** Fault as the browser reports it → its text with a stack, or '' if it has none. */
type Faults = ReadonlyMap<string, string>;

interface Fault {
  readonly app: string;
  /** Federation id of the module; null if the fault names none. */
  readonly module: string | null;
  /**
   * Identifies the fault by app, release, module and kind. The rest of a report differs from try to try: the press before
   * it, which of two errors came first, a time.
   */
  readonly key: string;
}

/** Matches a fault that the host prints: app, version, module and stage (`report` of @composed/host/report-fault). */
const hostReport = /: \[([\w-]+) (\w+) \.\/([\w-]+)\] (\w+) failed/;

const removeNumbers = (text: string) => text.replace(/\d+/g, '');

/** Returns the kind of an uncaught error: React's number, the name of the error, or its text. */
const kindOf = (text: string) =>
  /error #\d+/.exec(text)?.[0] ?? /\b\w*Error\b/.exec(text)?.[0] ?? removeNumbers(text);

/** @param releases the releases of the pages with the fault */
function readFault(text: string, stack: string, releases: ReleaseSet): Fault {
  const [, app, version, name, stage] = hostReport.exec(text) ?? [];
  if (app !== undefined) {
    const module = app === 'host' ? null : `${app}/${name}`;
    return { app, module, key: [app, version, name, stage].join(' ') };
  }
  const message = text.slice(text.indexOf(': ') + 2);
  const owner = /\/assets\/(?!host\/)([\w-]+)\//.exec(stack)?.[1];
  // A stack in which all scripts belong to the host does not name the module that failed.
  if (owner === undefined) return { app: 'host', module: null, key: removeNumbers(message) };
  return { app: owner, module: null, key: [owner, releases[owner], kindOf(message)].join(' ') };
}

/** Returns the names of pages that show the module of a fault, or any module of its app. */
function findPagesShowing(pages: ReadonlyMap<string, Buffer>, { app, module }: Fault): string[] {
  const start = module === null ? `${app}/` : `${module}"`;
  return [...pages].flatMap(([name, html]) =>
    html.includes(`data-slot="${start}`) || html.includes(`data-box="${module ?? `${app}/`}`)
      ? [name]
      : [],
  );
}

/**
 * Returns the faults that do not come from a change: faults that the live pages also have, and faults of another team's
 * module that no live page shows.
 */
export async function findKnownFaults(
  { tool, ledger }: StepContext,
  { releases, data }: NextDeployment,
  {
    changedApps,
    testedApps: apps,
  }: { readonly changedApps: readonly string[]; readonly testedApps: readonly string[] },
  faults: Faults,
): Promise<string[]> {
  const live = ledger.live;
  const deployment = live && (await readDeployment(tool.store, live.deployment));
  if (!live || !deployment) return [];
  const candidates = [...faults].map(([text, stack]) => {
    const fault = readFault(text, stack, releases);
    const isForeign = fault.app !== 'host' && !changedApps.includes(fault.app);
    return {
      text,
      ...fault,
      livePages: isForeign ? findPagesShowing(deployment.pages, fault) : null,
    };
  });
  const faultyPages = new Set(candidates.map(({ text }) => /^[\w./-]+/.exec(text)?.[0]));
  const names = new Set([
    ...readPinsOfPages(deployment).flatMap(({ name }) => (faultyPages.has(name) ? [name] : [])),
    ...candidates.flatMap(({ livePages }) => livePages?.slice(0, 1) ?? []),
  ]);
  const liveResult =
    names.size > 0
      ? await tool.smokeTestPages(deployment.pages, [...names], tool.store, { apps, data })
      : null;
  const liveFaults = new Set(
    [...(liveResult?.faults ?? [])].map(
      ([text, stack]) => readFault(text, stack, live.releases).key,
    ),
  );
  return candidates.flatMap(({ text, key, livePages }) =>
    liveFaults.has(key) || livePages?.length === 0 ? [text] : [],
  );
}
