import { readSiteDescription, type SiteDescription } from './site-description';
import { findWorkspaceRoot } from './workspaces';

let root: string | undefined;
let site: SiteDescription | undefined;

/**
 * Finds the root of the repository that contains the working directory: the root of its workspaces, or the folder of an
 * app in a repository of its own.
 * Later calls return the same folder, whatever the working directory is then.
 */
export function getRepositoryRoot(): string {
  root ??= findWorkspaceRoot(process.cwd());
  return root;
}

/** Reads the description of the site once. */
export function getSiteDescription(): SiteDescription {
  site ??= readSiteDescription(getRepositoryRoot());
  return site;
}
