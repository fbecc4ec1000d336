import { readlink, rename, symlink } from 'node:fs/promises';
import path from 'node:path';
import { visitorBucketName } from '@composed/contracts/url-routing';
import { ensureFolder, listNames, moveDurably, removeFile, temporaryName } from './folder-files';
import { type Alias, checkKey, formatCanaryTarget, parseCanaryTarget } from './store';

/** The aliases of a store in a folder: symbolic links to the folders of deployments, which nginx follows. */
export class FolderAliases {
  constructor(private readonly root: string) {}

  async set(alias: Alias, target: string | null): Promise<void> {
    if (alias === 'canary') return this.pointCanary(target);
    if (target === null) return this.removeLink(alias);
    const above = '../'.repeat(alias.split('/').length - 1);
    await this.pointLink(this.path(alias), `${above}deployments/${target}`);
  }

  /** Creates a link for each visitor bucket that gets the canary, since nginx finds their pages by its name. */
  private async pointCanary(target: string | null): Promise<void> {
    const { share, deployment } = parseCanaryTarget(target ?? '') ?? { share: 0, deployment: '' };
    const links = Array.from({ length: share }, (_, n) => `canary/${visitorBucketName(n)}`);
    for (const key of links) await this.pointLink(this.path(key), `../deployments/${deployment}`);
    for (const name of await listNames(this.path('canary'))) {
      if (!links.includes(`canary/${name}`)) await this.removeLink(`canary/${name}`);
    }
  }

  async list(): Promise<ReadonlyMap<Alias, string>> {
    const previews = await listNames(this.path('previews'));
    const previewAliases = previews.map((name): Alias => `previews/${name}`);
    const targets = new Map<Alias, string>();
    for (const alias of ['live', ...previewAliases] as const) {
      const deployment = await this.readTarget(alias);
      if (deployment !== null) targets.set(alias, deployment);
    }
    const names = await listNames(this.path('canary'));
    const canaryDeployments = new Set(
      await Promise.all(names.map((name) => this.readTarget(`canary/${name}`))),
    );
    // While the links are changed they lead to several deployments. Their joined ids are not a valid target.
    const deployment = [...canaryDeployments].join('+');
    if (canaryDeployments.size > 0)
      targets.set('canary', formatCanaryTarget({ share: names.length, deployment }));
    return targets;
  }

  private async readTarget(key: string): Promise<string | null> {
    const destination = await readlink(this.path(key)).catch(() => null);
    return destination && path.posix.basename(destination);
  }

  /** Makes `target` a symbolic link to `destination` in one atomic step. */
  private async pointLink(target: string, destination: string): Promise<void> {
    if ((await readlink(target).catch(() => null)) === destination) return;
    const temporary = temporaryName(this.root);
    await ensureFolder(temporary, () => symlink(destination, temporary));
    await moveDurably(target, () => rename(temporary, target));
  }

  private removeLink(key: string): Promise<void> {
    return removeFile(this.path(key), this.root);
  }

  private path(key: string): string {
    return path.join(this.root, checkKey(key));
  }
}
