import { listCopies, isCopyOf, listWithCopies } from '../../store/compress';
import { readDeployment, parseDeploymentIndex } from '../../deployments/deployments';
import {
  composeDeployment,
  formatRefusal,
  type DeploymentRecipe,
} from '../../deployments/compose-deployment';
import { integrityOf, versionOf } from '@composed/apps/integrity';
import { type Ledger, listShownDeployments, findExpectedAliases } from '../../ledger/ledger';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { listFiles, parseManifest, listKeys } from '../../store/releases';
import { keys, type ReadableStore } from '../../store/store';
import type { ReleaseTool } from '../../tool/release-tool';

/** Checks objects of a store, counts them, and collects the damaged ones. */
export class Verification {
  checked = 0;
  /** Keys of the checked files and of their compressed copies. */
  private readonly files = new Set<string>();
  readonly damages: { readonly key: string; readonly reason: string }[] = [];

  constructor(private readonly store: ReadableStore) {}

  damage(key: string, reason: string): void {
    this.damages.push({ key, reason });
  }

  /**
   * Checks every file of one release against its hash.
   * @param trusted a release whose files are known to be undamaged, and are not checked again
   */
  async checkRelease(app: string, version: string, trusted?: ReleaseManifest | null) {
    const manifest = await this.readDocument(keys.manifest(app, version), (bytes) => {
      const content = parseManifest(app, version, bytes);
      const hasItsName = content.app === app && content.version === version;
      return hasItsName && versionOf(content) === version && content;
    });
    if (!manifest) return;
    const trustedKeys = new Set(trusted && listKeys(trusted));
    const files = [...listFiles(manifest).values()]
      .filter(({ key }) => !trustedKeys.has(key))
      .map(({ key, integrity }) => this.checkFile(key, integrity));
    await Promise.all(files);
  }

  /** Checks every page of one deployment against its hash. */
  async checkDeployment(id: string): Promise<void> {
    const index = await this.readDocument(keys.deployment(id), (bytes) => {
      const deploymentIndex = parseDeploymentIndex(id, bytes);
      return deploymentIndex.id === id && deploymentIndex;
    });
    const pages = Object.entries(index ? index.pages : {});
    await Promise.all(pages.map(([page, hash]) => this.checkFile(keys.page(id, page), hash)));
  }

  /**
   * Finds orphans that servers would send in place of live files: compressed copies, and files next to live pages. Must
   * be called after the other checks.
   */
  async checkOrphans(deployments: readonly string[]) {
    const [assets = [], ...pages] = await Promise.all(
      ['assets/', ...deployments.map((id) => keys.page(id, ''))].map((prefix) =>
        this.store.list(prefix),
      ),
    );
    const copies = assets.filter(({ key }) => this.files.has(key.replace(/\.(?:br|gz)$/i, '')));
    for (const { key } of [...copies, ...pages.flat()]) {
      if (!this.files.has(key)) this.damage(key, 'was not published; delete it');
    }
  }

  /**
   * Reads a document, and records it as damaged if it cannot be parsed.
   * @param parse returns false for a document that belongs under another name
   * @throws the error of the store, since an object that could not be read need not be damaged
   */
  private async readDocument<T>(key: string, parse: (bytes: Buffer) => T | false) {
    const bytes = await this.read(key);
    if (!bytes) return null;
    try {
      const document = parse(bytes);
      if (document) return document;
    } catch {
      // A document that cannot be parsed is damaged, which is recorded below.
    }
    this.damage(key, 'is not what its name says');
    return null;
  }

  /** Checks an object against its hash, and its compressed copies against the object. */
  private async checkFile(key: string, integrity: string): Promise<void> {
    for (const fileKey of listWithCopies(key)) this.files.add(fileKey);
    const bytes = await this.read(key);
    if (bytes && integrityOf(bytes) !== integrity) this.damage(key, 'does not match its hash');
    for (const copy of listCopies(key)) {
      const storedCopy = await this.read(copy.key);
      if (bytes && storedCopy && !(await isCopyOf(bytes, storedCopy, copy.encoding))) {
        this.damage(copy.key, 'is not a copy of its original');
      }
    }
  }

  private async read(key: string): Promise<Buffer | null> {
    this.checked += 1;
    const bytes = await this.store.get(key);
    if (!bytes) this.damage(key, 'is missing');
    return bytes;
  }
}

/** Composes a deployment again, and records pages whose bytes differ. */
async function composeAgain(
  verification: Verification,
  tool: Pick<ReleaseTool, 'store' | 'compose'>,
  recipe: DeploymentRecipe & { readonly deployment: string },
  isFresh: boolean,
): Promise<void> {
  const id = recipe.deployment;
  try {
    const { pages } = await composeDeployment(tool, recipe, isFresh);
    const storedDeployment = await readDeployment(tool.store, id);
    for (const page of new Set([...pages.keys(), ...(storedDeployment?.pages.keys() ?? [])])) {
      const composedPage = pages.get(page);
      const storedPage = storedDeployment?.pages.get(page);
      if (composedPage && storedPage?.equals(composedPage)) continue;
      verification.damage(keys.page(id, page), 'is not the page that its releases compose to');
    }
  } catch (error) {
    verification.damage(keys.deployment(id), `cannot be composed again: ${formatRefusal(error)}`);
  }
}

/**
 * Checks every file that visitors can get (live, as a canary and in previews) against its hash, where the aliases lead,
 * and whether the releases, data and settings still compose to the stored pages.
 * @param isFresh whether to render every module without the render cache
 */
export async function verifySite(
  tool: Pick<ReleaseTool, 'store' | 'compose'>,
  ledger: Ledger,
  isFresh = false,
) {
  const verification = new Verification(tool.store);
  const deployments = listShownDeployments(ledger);
  const releases = deployments.flatMap((shown) => Object.entries(shown.releases));
  const unique = new Map(releases.map((release) => [release.join('/'), release]));
  await Promise.all([
    ...Array.from(unique.values(), ([app, version]) => verification.checkRelease(app, version)),
    ...deployments.map(({ deployment }) => verification.checkDeployment(deployment)),
  ]);
  await verification.checkOrphans(deployments.map(({ deployment }) => deployment));
  const aliases = await tool.store.aliases();
  for (const [alias, deployment] of findExpectedAliases(ledger)) {
    const target = aliases.get(alias);
    verification.checked += 1;
    if (target === deployment) continue;
    verification.damage(alias, `leads to ${target ?? 'nothing'} instead of ${deployment}`);
  }
  // A damaged release does not compose either, and has been recorded.
  if (verification.damages.length > 0) return verification;
  await Promise.all(deployments.map((shown) => composeAgain(verification, tool, shown, isFresh)));
  return verification;
}
