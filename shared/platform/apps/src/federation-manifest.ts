import { createHash } from 'node:crypto';
import path from 'node:path';
import type { App } from './apps';
import { siteDescription } from './this-repository';
import { readPackage } from './workspaces';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import * as v from 'valibot';
import { jsonText } from '@composed/contracts/schemas';

const sync = v.object({ sync: v.array(v.string()) });

/** The fields of a federation plugin's manifest that are used. */
const federationManifest = v.object({
  metaData: v.object({
    globalName: v.string(),
    publicPath: v.optional(v.string(), 'auto'),
    remoteEntry: v.object({ name: v.string(), path: v.string(), type: v.string() }),
  }),
  shared: v.array(
    v.object({
      name: v.string(),
      requiredVersion: v.optional(v.nullable(v.string())),
      /** Files of its own copy, for hosts without the package. */
      assets: v.object({ js: v.object({ sync: v.array(v.string()), async: v.array(v.string()) }) }),
    }),
  ),
  exposes: v.array(v.object({ path: v.string(), assets: v.object({ js: sync, css: sync }) })),
});
type FederationManifest = v.InferOutput<typeof federationManifest>;

/** The browser files of an app, as a bundler names them. */
export interface Bundle {
  readonly entry: string;
  readonly global: string | null;
  readonly exposes: ReleaseManifest['exposes'];
  /** Of ES modules: what each imports. */
  readonly esModules?: NonNullable<ReleaseManifest['esModules']>;
  /** Shared request → range, or in the host version. */
  readonly shared: ReleaseManifest['shared'];
  readonly brings?: NonNullable<ReleaseManifest['brings']>;
}

/** Files whose names do not follow their content; they are no part of a release. */
export const federationFiles = ['mf-manifest.json', 'mf-stats.json'] as const;

/** The refusal of a container that is an ES module: ES modules are published by themselves, without a runtime. */
export const moduleContainerError = (app: string, entry: string) =>
  `The container ${entry} of ${app} is an ES module; build a script (set the library's type to 'window' or 'var'), or leave module federation's plugin out and publish the modules themselves.`;

/** A name with a hash of the content, which not every plugin gives its entry. */
function contentName(name: string, bytes: Buffer): string {
  if (/[.-][0-9a-f]{8,}\.js$/.test(name)) return name;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return name.replace(/\.js$/, `.${hash}.js`);
}

/** The ranges that an app asks of the host, for shared packages without a copy, and for singletons. */
function rangesOf({ shared }: FederationManifest, packageFile: string): Record<string, string> {
  const { peerDependencies } = readPackage(packageFile);
  const packages: Readonly<Record<string, string | undefined>> = siteDescription.shares;
  const needs = shared.filter(({ name, assets: { js } }) => {
    return name in packages || js.sync.length + js.async.length === 0;
  });
  return Object.fromEntries(
    needs.map(({ name, requiredVersion }) => {
      // Without a range the plugins derive one from the installed version; the range that counts is the package's own.
      return [name, peerDependencies[packages[name] ?? name] ?? requiredVersion ?? '*'];
    }),
  );
}

/**
 * Reads mf-manifest.json among the browser files of a remote.
 * @param packageFile the app's package.json
 * @returns what it says, and the files that are part of the release by the names that they get; null without one
 * @throws Error with one sentence when the build cannot be a release
 */
export function readFederationManifest(
  app: App,
  browser: ReadonlyMap<string, Buffer>,
  packageFile: string,
) {
  const text = browser.get('mf-manifest.json')?.toString('utf8');
  if (text === undefined) return null;
  const parsed = v.safeParse(jsonText(federationManifest), text);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Error(
      `mf-manifest.json of ${app.name} cannot be read at "${v.getDotPath(issue) ?? 'its root'}": ${issue.message}.`,
    );
  }
  const { metaData, exposes } = parsed.output;
  const { remoteEntry, globalName, publicPath } = metaData;
  const main = path.posix.join(remoteEntry.path, remoteEntry.name);
  if (remoteEntry.type === 'module') throw new Error(moduleContainerError(app.name, main));
  if (!['auto', `/assets/${app.name}/`].includes(publicPath)) {
    throw new Error(
      `The files of ${app.name} are built for ${publicPath}; set output.publicPath to '/assets/${app.name}/' or 'auto'.`,
    );
  }
  const sheets = [...browser.keys()].filter((name) => name.endsWith('.css')).sort();
  if (publicPath === 'auto' && sheets.length > 0) {
    // A chunk loader looks for a sheet by its whole address, and so would not find the page's.
    throw new Error(
      `${app.name} would fetch its style sheets once more, without a hash; set output.publicPath to '/assets/${app.name}/'.`,
    );
  }
  const bytes = browser.get(main);
  if (!bytes) throw new Error(`The build of ${app.name} has no entry "${main}".`);
  const entry = contentName(main, bytes);
  const namedFiles = [...browser].map(
    ([name, file]) => [name === main ? entry : name, file] as const,
  );
  const bundle: Bundle = {
    entry,
    global: globalName,
    exposes: Object.fromEntries(
      Object.keys(app.exposes).map((expose) => {
        const assets = exposes.find((each) => each.path === expose)?.assets;
        if (!assets) throw new Error(`The build of ${app.name} exposes no ${expose}.`);
        // Rspack sometimes lists the entry among the scripts of a module.
        const otherScripts = assets.js.sync.filter((name) => name !== main);
        // The sheets of late chunks too: their loader asks for no hash, and for no sheet that is there.
        const styles = [...new Set([...assets.css.sync, ...sheets])];
        return [expose, { scripts: [entry, ...otherScripts], styles }];
      }),
    ),
    shared: rangesOf(parsed.output, packageFile),
  };
  return {
    found: main,
    bundle,
    browser: new Map(namedFiles.filter(([name]) => !federationFiles.some((each) => each === name))),
  };
}
