import { createHash } from 'node:crypto';
import { readRecord, readScriptElements } from '../compose/composed-page';
import { ask } from './server/ask';

/** One page that was looked at, and what is wrong with it. */
interface Sample {
  readonly version: string;
  readonly faults: readonly string[];
}

/**
 * Looks at pages as a browser does: what a page names has to be there, with the hash that it names, and all
 * of one release.
 * @param entries version of the remote → name of its container script
 */
export function createPageSampler(url: string, app: string, entries: ReadonlyMap<string, string>) {
  /** Files never change under their names, so each is looked at once. */
  const hashes = new Map<string, Promise<string>>();

  async function hashAt(path: string): Promise<string> {
    const { status, text } = await ask(url, { path, headers: { 'accept-encoding': 'br' } });
    if (status !== 200) return `status ${status}`;
    return `sha384-${createHash('sha384').update(text).digest('base64')}`;
  }

  function known(path: string): Promise<string> {
    const hash = hashes.get(path) ?? hashAt(path);
    hashes.set(path, hash);
    return hash;
  }

  return async function samplePage(path: string): Promise<Sample> {
    const { status, text } = await ask(url, { path, headers: { 'accept-encoding': 'br' } });
    if (status !== 200) return { version: '', faults: [`${path} answers ${status}`] };
    const { preloads, remotes } = readRecord(text);
    const remote = remotes[app];
    const version = remote?.version ?? '';
    const entry = remote?.entry.split('/').at(-1);
    const faults: string[] = [];
    if (!text.trimEnd().endsWith('</html>')) faults.push(`${path} is cut off`);
    if (entry !== entries.get(version)) {
      faults.push(`${path} has ${app} ${version} with ${entry ?? 'no entry'}`);
    }
    const others = [...entries.values()].filter((name) => name !== entry);
    if (others.some((name) => text.includes(name))) faults.push(`${path} mixes releases of ${app}`);
    const named = [
      ...[...readScriptElements(text), ...preloads].map(
        ({ src, integrity }) => [src, integrity] as const,
      ),
      ...Object.values(remotes).flatMap(({ entry: src, integrity = '', styles }) => [
        [src, integrity] as const,
        ...styles.map((style) => [style.href, style.integrity] as const),
      ]),
    ];
    for (const [address, integrity] of named) {
      const hash = await known(address);
      if (hash !== integrity) faults.push(`${path} names ${address} as ${integrity}: ${hash}`);
    }
    return { version, faults };
  };
}
