import { createHash } from 'node:crypto';
import {
  CompositionRefused,
  type ComposableRelease,
  type Composition,
  type CompositionInput,
} from './composition';
import { runSandbox, type SandboxOptions } from './run-sandbox';

const ordinary: SandboxOptions = {
  limits: { time: 10_000, memory: 256 },
  print: (line) => {
    // A terminal may show a step that is under way on this line.
    process.stderr.write(`${process.stderr.isTTY ? '\r\u001B[K' : ''}${line}\n`);
  },
};

/**
 * Makes every page of a site from one release per app. How, is the work of the host's release: its
 * composer is run in a sandbox, and the same input gives the same bytes whoever asks, anywhere.
 * @returns the pages with an id derived from their content; nothing is written anywhere
 * @throws CompositionRefused when a release must not go live, naming the app, its version and the reason
 */
export async function compose(
  input: CompositionInput,
  options: Partial<SandboxOptions> = {},
): Promise<Composition> {
  const { host } = input.releases;
  if (!host) throw new Error('A composition needs a release of the host.');
  const output = await runSandbox(input, { ...ordinary, ...options });
  if ('violations' in output) {
    throw new CompositionRefused(
      output.violations.map(({ app, reason }) => {
        const version = input.releases[app]?.manifest.version ?? 'unknown';
        return { app, version, reason };
      }),
    );
  }
  const pages = Object.entries(output.pages).map(async ([name, page]) => {
    return [name, 'text' in page ? Buffer.from(page.text) : await copyOf(host, page.file)] as const;
  });
  return withId(new Map(await Promise.all(pages)));
}

function copyOf({ manifest, readFile }: ComposableRelease, file: string): Promise<Buffer> {
  if (Object.hasOwn(manifest.files, file)) return readFile(file);
  throw new Error(`The composer copies "${file}", which is no file of host ${manifest.version}.`);
}

function withId(pages: ReadonlyMap<string, Buffer>): Composition {
  const hash = createHash('sha256');
  for (const [file, content] of [...pages].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return { id: hash.digest('hex').slice(0, 12), pages };
}
