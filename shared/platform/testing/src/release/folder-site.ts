import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { memoryFolder, temporaryFolder } from '@composed/build/jest/temporary-folder';
import { versionOf } from '@composed/apps/integrity';
import { createTerminal, type Terminal } from '@composed/command/terminal';
import { changeSite } from '@composed/release/change/run/change-site';
import type { SiteCommand } from '@composed/release/change/plan/site-command';
import { formatReleases } from '@composed/release/ledger/release-set';
import { runCommandLine } from '@composed/release/commands/command-line';
import { type Ledger, readLedger } from '@composed/release/ledger';
import type { Compressor } from '@composed/release/store/compress';
import { FolderStore } from '@composed/release/store/folder-store';
import type { ReleaseTool } from '@composed/release/tool';
import type { Progress } from '@composed/command/progress';
import { verifySite } from '@composed/release/inspect/verify';
import { fakeCompose } from './fake-compose';
import { fakeRelease, releaseFolder } from './fake-release';

export const testApps = ['host', 'pricing', 'signup'] as const;

/** The result of a smoke test in which all pages work. */
export const passedSmokeTest = {
  faults: new Map<string, string>(),
  untested: [],
  unanswered: [],
  isSandboxed: true,
};

/** Compresses at the lowest level, without worker threads, for tests with thousands of publishes. */
const compressQuickly: Compressor = (bytes, encoding) => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  return Promise.resolve(
    encoding === 'gz' ? gzipSync(bytes, { level: 1 }) : brotliCompressSync(bytes, { params }),
  );
};

/** A site in a real folder, with the real release tool. Only builds and pages are fake. */
export class FolderSite {
  /** App → the source text of its next fake build. */
  readonly sources = new Map<string, string>(testApps.map((app) => [app, 'v1']));
  /** The first 12 characters of each version that was built → its source text. */
  private readonly texts = new Map<string, string>();
  /** App → the guest bundle of its next fake build, instead of the default one. */
  readonly servers = new Map<string, string>();
  readonly tool: ReleaseTool;
  /** Runs each step of a change. */
  progress: Progress = (_title, work) => work(() => undefined);
  /** Creates the commands of other packages, such as `bisect`. */
  createOtherCommands?: (terminal: Terminal) => Parameters<typeof runCommandLine>[3];

  constructor(
    readonly root: string,
    overrides: Partial<ReleaseTool> = {},
  ) {
    this.tool = {
      store: new FolderStore(path.join(root, 'site')),
      apps: testApps,
      compose: fakeCompose,
      buildApp: async (app) => {
        const text = this.sources.get(app) ?? '';
        const built = fakeRelease(app, text, this.servers.get(app));
        const version = versionOf(built.manifest);
        this.texts.set(version.slice(0, 12), text);
        const folder = path.join(root, 'dist', `${app}-${version}`);
        return { folder: await releaseFolder(folder, built), isUntested: false };
      },
      smokeTestPages: () => Promise.resolve(passedSmokeTest),
      findStyleLeaks: () => Promise.resolve([]),
      readJson: () => Promise.resolve(undefined),
      readVisits: () => Promise.resolve({ day: [], month: [] }),
      compress: compressQuickly,
      cacheFolder: path.join(root, 'cache'),
      environmentSettings: { siteUrl: 'https://shop.test', data: {} },
      localUrl: 'http://localhost:8080',
      previewUrl: 'https://previews.example.com',
      by: 'Ada',
      checkout: 'here',
      now: () => new Date(),
      storeNow: () => Promise.resolve(this.tool.now()),
      ...overrides,
    };
  }

  get folder(): string {
    return path.join(this.root, 'site');
  }

  /** Opens the same site again, as another process would. */
  again(overrides: Partial<ReleaseTool> = {}): FolderSite {
    return new FolderSite(this.root, overrides);
  }

  async change(command: SiteCommand): Promise<string> {
    return (await changeSite(command, this.tool, this.progress)).outcome;
  }

  publish(app: string, source: string): Promise<string> {
    this.sources.set(app, source);
    return this.change({ name: 'publish', apps: [app] });
  }

  /** Types a publish of an app with this source text. */
  runPublishCommandLine(app: string, source: string, ...words: readonly string[]) {
    this.sources.set(app, source);
    return this.runCommandLine('publish', app, ...words);
  }

  preview(app: string, source: string, preview: string): Promise<string> {
    this.sources.set(app, source);
    return this.change({ name: 'preview', app, preview });
  }

  publishAll(): Promise<string> {
    return this.change({ name: 'publish', apps: testApps });
  }

  rollback(app: string): Promise<string> {
    return this.change({ name: 'rollback', app, to: null });
  }

  ledger(): Promise<Ledger> {
    return readLedger(this.tool.store);
  }

  /** Replaces each version in a text by its source text. */
  named(text: string): string {
    return text.replaceAll(/\b([0-9a-f]{12})(?:[0-9a-f]{20})?\b/g, (version, start: string) => {
      return this.texts.get(start) ?? version;
    });
  }

  /** Returns the live releases, such as “host v1, pricing v2”. */
  async live(): Promise<string> {
    return this.named(formatReleases((await this.ledger()).live?.releases ?? {}));
  }

  /** Returns the damage that `verify` finds in published files. */
  async damages() {
    return (await verifySite(this.tool, await this.ledger())).damages;
  }

  /** Returns the output of the command `status`. */
  async status(): Promise<string> {
    return (await this.runCommandLine('status')).out;
  }

  /** Runs the command as a person would type it. */
  async runCommandLine(...args: string[]): Promise<{ code: number; out: string; err: string }> {
    let out = '';
    let err = '';
    const terminal = createTerminal(
      (text) => void (out += text),
      (text) => void (err += text),
      false,
    );
    const code = await runCommandLine(
      args,
      this.tool,
      terminal,
      this.createOtherCommands?.(terminal),
    );
    return { code, out, err };
  }
}

/** Creates a folder for a site, in memory, since a publish flushes dozens of files to the disk. */
export const aSiteFolder = () => temporaryFolder(memoryFolder);

/** Creates an empty site in a temporary folder. */
export function aFolderSite(overrides: Partial<ReleaseTool> = {}): FolderSite {
  return new FolderSite(aSiteFolder(), overrides);
}

/** Creates a site in a temporary folder, and publishes every app. */
export async function aLiveSite(overrides: Partial<ReleaseTool> = {}): Promise<FolderSite> {
  const site = aFolderSite(overrides);
  await site.publishAll();
  return site;
}
