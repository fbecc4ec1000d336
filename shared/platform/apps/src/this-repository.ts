import { readSite } from './site';
import { workspaceRoot } from './workspaces';

/** The workspace root that contains the working directory, or the folder of an app in a repository of its own. */
export const repositoryRoot = workspaceRoot(process.cwd());

export const siteDescription = readSite(repositoryRoot);
