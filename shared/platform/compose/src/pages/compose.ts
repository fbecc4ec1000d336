import { composerOutput, composerVersion } from '@composed/contracts/composer';
import { pageFile } from '@composed/contracts/page-addresses';
import { isPageAddress } from '@composed/contracts/url-routing';
import { ReleaseError, type Violation } from '@composed/command/errors';
import { controls, plainText, terminal } from '@composed/command/terminal';
import { problemOfRootFile } from '../checks/check-root-file';
import { checkGlobals } from '../checks/check-globals';
import { createPageCheck, formatInvalidAddress, readPage } from '../checks/check-page';
import {
  type ComposableRelease,
  type Deployment,
  type DeploymentInput,
  computeDeploymentId,
  requireRelease,
} from '../deployment/deployment';
import { SpooledFiles } from '../deployment/spooled-files';
import { type GuestRunner, renderRemotes } from './render-remotes';
import {
  EngineEndedError,
  ordinaryLimits,
  startEngine,
  startEnginePerGuest,
} from '../sandbox/runner/run-engine';
import { createSlotFiller } from './fill-slots';

const defaultOptions = {
  limits: ordinaryLimits,
  start: startEngine,
  // A terminal may show the step that is running on the current line, so the cursor returns to its start first.
  print: (line: string): void => terminal.writeError(controls.rewind, `${line}\n`),
};

const noRemotes: Awaited<ReturnType<typeof renderRemotes>> = {
  markups: new SpooledFiles(),
  heads: new Map(),
  newCacheEntries: [],
};

/** Runs the host's composer, and renders the remotes as soon as it has planned them. */
async function render(input: DeploymentInput, runner: GuestRunner) {
  const { run, print } = runner;
  const { releases, ...site } = input;
  const host = await requireRelease(input, 'host').readGuestBundle();
  const readTimes = Object.values(site.data).map(({ readOn }) => Date.parse(readOn) || 0);
  const instant = Math.max(0, ...readTimes);
  const common = { composerVersion, instant };
  const manifests = Object.fromEntries(
    Object.entries(releases).map(([app, { manifest }]) => [app, JSON.stringify(manifest)]),
  );
  let remotes = Promise.resolve(noRemotes);
  const pages = new SpooledFiles();
  /** Files of releases that the composer has asked for. */
  const files = new Map<string, Promise<Buffer>>();
  const { output } = await run({
    app: 'host',
    output: composerOutput,
    task: { ...common, kind: 'compose', bundles: { 'host/server.cjs': host }, manifests, site },
    print,
    composer: {
      answer: async (request) => {
        if (request.kind === 'head') return (await remotes).heads.get(request.name) ?? 'null';
        const { app, file } = request;
        const key = `${app}/${file}`;
        const reading = files.get(key) ?? requireRelease(input, app).readFile(file);
        files.set(key, reading);
        return String(await reading);
      },
      onPlan: (modules) => {
        remotes = renderRemotes(input, modules, common, runner);
        // `render` awaits the remotes after the composer, and throws their failure then.
        remotes.catch(() => undefined);
      },
      onPage: (address, html) => pages.set(address, Buffer.from(html)),
    },
  });
  return { output, pages, ...('violations' in output ? noRemotes : await remotes) };
}

/** Creates a ReleaseError whose violations name the version of their app's release. */
function errorWithVersions({ releases }: DeploymentInput, violations: readonly Violation[]) {
  const versionOf = (app: string) => releases[app]?.manifest.version ?? 'unknown';
  return new ReleaseError(
    ...violations.map((violation) => ({ ...violation, version: versionOf(violation.app) })),
  );
}

/** Checks the host's pages, and inserts the markup of the remotes. */
function fillPages(
  input: DeploymentInput,
  { pages, markups }: Pick<Awaited<ReturnType<typeof render>>, 'pages' | 'markups'>,
): SpooledFiles {
  const checkPage = createPageCheck(input);
  const fillSlots = createSlotFiller(markups);
  const filled = new SpooledFiles();
  for (const [address, html] of pages) {
    if (!isPageAddress(address))
      throw new ReleaseError({ app: 'host', reason: formatInvalidAddress(address) });
    const name = pageFile(address);
    const page = readPage(String(html));
    checkPage(name, page);
    filled.set(name, Buffer.from(fillSlots(name, page)));
  }
  return filled;
}

/** Returns the files that the composer has made for the root of the site, or copied from the host's release. */
async function readRootFiles(
  host: ComposableRelease,
  files: Readonly<Record<string, { text: string } | { file: string }>>,
) {
  const entries = Object.entries(files).map(async ([name, file]) => {
    const bytes = 'text' in file ? Buffer.from(file.text) : await host.readFile(file.file);
    const problem = problemOfRootFile(name);
    if (problem !== null) {
      const reason = plainText(`its file ${name} ${problem}`);
      throw new ReleaseError({ app: 'host', reason });
    }
    return [name, bytes] as const;
  });
  return Promise.all(entries);
}

/**
 * Composes every page of a site from one release per app. The host's composer and each remote's modules run in
 * sandboxes of their own. The same input gives the same bytes on every machine. Writes nothing.
 * @returns the deployment, and the names of data that the host could not read
 * @throws ReleaseError naming each release that must not go live, with the reason; Error if composing itself failed
 */
export async function compose(
  input: DeploymentInput,
  options: Partial<typeof defaultOptions> = {},
) {
  const { limits, print, start } = { ...defaultOptions, ...options };
  return composeIn(start(limits), input, print).catch((error: unknown) => {
    if (!(error instanceof EngineEndedError)) throw error;
    // With a process for each guest, it is known which release made its process end.
    return composeIn(startEnginePerGuest(limits, start), input, print);
  });
}

async function composeIn(
  engine: ReturnType<typeof startEngine>,
  input: DeploymentInput,
  print: (line: string) => void,
): Promise<Deployment & { readonly unread: readonly string[] }> {
  const { host } = input.releases;
  try {
    if (!host) throw new Error('A deployment needs a release of the host.');
    await checkGlobals(input);
    const { output, pages, markups, newCacheEntries } = await render(input, {
      run: engine.run,
      print,
    });
    if ('violations' in output) throw new ReleaseError(...output.violations);
    const contents = fillPages(input, { pages, markups });
    const rootFiles = await readRootFiles(host, output.files);
    for (const [name, bytes] of rootFiles) contents.set(name, bytes);
    const { empty, unread } = output;
    return {
      id: computeDeploymentId(contents),
      pages: contents,
      empty,
      newCacheEntries,
      unread,
    };
  } catch (error) {
    throw error instanceof ReleaseError ? errorWithVersions(input, error.violations) : error;
  } finally {
    engine.end();
  }
}
