import { createHash } from 'node:crypto';
import path from 'node:path';
import type { App } from './apps';
import { getSiteDescription } from './this-repository';
import { readPackage } from './workspaces';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import * as v from 'valibot';
import { jsonText } from '@composed/contracts/schemas';

const sync = v.object({ sync: v.array(v.string()) });

/** The fields of mf-manifest.json that this file reads. */
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
      /** The files of the copy that the remote brings for hosts without the package. */
      assets: v.object({ js: v.object({ sync: v.array(v.string()), async: v.array(v.string()) }) }),
    }),
  ),
  exposes: v.array(v.object({ path: v.string(), assets: v.object({ js: sync, css: sync }) })),
});
type FederationManifest = v.InferOutput<typeof federationManifest>;

/** The fields of a release manifest that come from the bundler. */
export interface BundlerOutput {
  readonly entry: string;
  readonly global: string | null;
  readonly exposes: ReleaseManifest['exposes'];
  /** Only in a build of ES modules: file → its imports. */
  readonly esModules?: NonNullable<ReleaseManifest['esModules']>;
  /** Shared request → the range that a remote requires, or the version that the host provides. */
  readonly shared: ReleaseManifest['shared'];
  readonly brings?: NonNullable<ReleaseManifest['brings']>;
}

/** Files of the federation plugin without a content hash in their names. They do not become part of a release. */
export const federationFiles = ['mf-manifest.json', 'mf-stats.json'] as const;

/** The error message for a container that is an ES module. ES modules are published without a federation runtime. */
export const moduleContainerMessage = (app: string, entry: string) =>
  `The container ${entry} of ${app} is an ES module; build a script (set the library's type to 'window' or 'var'), or leave module federation's plugin out and publish the modules themselves.`;

/** Adds a content hash to a file name, unless it has one: some federation plugins name their entry without a hash. */
function contentName(name: string, bytes: Buffer): string {
  if (/[.-][0-9a-f]{8,}\.js$/.test(name)) return name;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return name.replace(/\.js$/, `.${hash}.js`);
}

/** The ranges that a remote requires: of packages that the host shares, and of those that it brings no copy of. */
function rangesOf({ shared }: FederationManifest, packageFile: string): Record<string, string> {
  const { peerDependencies } = readPackage(packageFile);
  const packages: Readonly<Record<string, string | undefined>> = getSiteDescription().shares;
  const required = shared.filter(({ name, assets: { js } }) => {
    return name in packages || js.sync.length + js.async.length === 0;
  });
  return Object.fromEntries(
    required.map(({ name, requiredVersion }) => {
      // The plugins write the installed version where no range is configured, so the range in package.json comes first.
      return [name, peerDependencies[packages[name] ?? name] ?? requiredVersion ?? '*'];
    }),
  );
}

function parseFederationManifest(app: App, text: string): FederationManifest {
  const parsed = v.safeParse(jsonText(federationManifest), text);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(
    `mf-manifest.json of ${app.name} cannot be read at "${v.getDotPath(issue) ?? 'its root'}": ${issue.message}.`,
  );
}

/** @throws Error when pages could not load the files from `publicPath` */
function checkPublicPath(app: App, publicPath: string, hasStyles: boolean): void {
  if (!['auto', `/assets/${app.name}/`].includes(publicPath)) {
    throw new Error(
      `The files of ${app.name} are built for ${publicPath}; set output.publicPath to '/assets/${app.name}/' or 'auto'.`,
    );
  }
  if (publicPath === 'auto' && hasStyles) {
    // The chunk loader compares whole addresses, so with 'auto' it would not recognise the sheet in the page.
    throw new Error(
      `${app.name} would fetch its style sheets once more, without a hash; set output.publicPath to '/assets/${app.name}/'.`,
    );
  }
}

/**
 * Reads mf-manifest.json among the browser files of a remote.
 * @param packageFile the app's package.json
 * @returns `builtEntry`: the name of the entry in the build; `bundle` and `browser`: facts and files of the release,
 *   whose entry has a content hash in its name; null without an mf-manifest.json
 * @throws Error with one sentence when the build cannot be a release
 */
export function readFederationManifest(
  app: App,
  browser: ReadonlyMap<string, Buffer>,
  packageFile: string,
) {
  const text = browser.get('mf-manifest.json')?.toString('utf8');
  if (text === undefined) return null;
  const manifest = parseFederationManifest(app, text);
  const { remoteEntry, globalName, publicPath } = manifest.metaData;
  const builtEntry = path.posix.join(remoteEntry.path, remoteEntry.name);
  if (remoteEntry.type === 'module') throw new Error(moduleContainerMessage(app.name, builtEntry));
  const sheets = [...browser.keys()].filter((name) => name.endsWith('.css')).sort();
  checkPublicPath(app, publicPath, sheets.length > 0);
  const bytes = browser.get(builtEntry);
  if (!bytes) throw new Error(`The build of ${app.name} has no entry "${builtEntry}".`);
  const entry = contentName(builtEntry, bytes);
  const releaseFiles = [...browser]
    .filter(([name]) => !federationFiles.some((each) => each === name))
    .map(([name, file]) => [name === builtEntry ? entry : name, file] as const);
  const bundle: BundlerOutput = {
    entry,
    global: globalName,
    exposes: Object.fromEntries(
      Object.keys(app.exposes).map((expose) => {
        const assets = manifest.exposes.find((each) => each.path === expose)?.assets;
        if (!assets) throw new Error(`The build of ${app.name} exposes no ${expose}.`);
        // Rspack sometimes lists the entry among the scripts of a module.
        const otherScripts = assets.js.sync.filter((name) => name !== builtEntry);
        // Includes the sheets of lazy chunks: the chunk loader skips sheets that are in the page, and would load others
        // without a hash.
        const styles = [...new Set([...assets.css.sync, ...sheets])];
        return [expose, { scripts: [entry, ...otherScripts], styles }];
      }),
    ),
    shared: rangesOf(manifest, packageFile),
  };
  return { builtEntry, bundle, browser: new Map(releaseFiles) };
}
