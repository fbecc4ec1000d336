import type { Upstreams } from '@composed/release/services';
import { tablesPath } from '@shopwright/shared/contracts/plans';

/** The JSON that hosts ask for and a service here has: which service, at which address, in which form. */
const known = {
  prices: {
    upstream: 'subscription',
    path: tablesPath,
    read: async (dataDir: string | null) =>
      (await import('./plans/plans')).readEmbeddedTables(dataDir),
  },
} as const;

/** Where the real services answer it, by name. */
export function dataAddresses(upstreams: Upstreams): Record<string, string> {
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, { upstream, path }]) => {
      const base = upstreams[upstream] ?? null;
      return base === null ? [] : [[name, base + path] as const];
    }),
  );
}

/**
 * What the embedded services would answer; they need not be running.
 * @param dataDir of their database, which is only read
 * @param isFirst whether none was ever read: then, without a database, what a new one would answer
 * @returns undefined where there is none
 * @throws Error when the database cannot be read, or is of another version
 */
export async function readEmbeddedData(
  name: string,
  dataDir: string,
  isFirst: boolean,
): Promise<unknown> {
  if (!Object.hasOwn(known, name)) return undefined;
  const { read } = known[name as keyof typeof known];
  return (await read(dataDir)) ?? (isFirst ? read(null) : undefined);
}
