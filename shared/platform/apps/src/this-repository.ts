import { readSite } from './site';
import { workspaceRoot } from './workspaces';

/** The root of the workspaces that a command is run in, or the folder of an app that lives alone. */
export const repositoryRoot = workspaceRoot(process.cwd());

/** The description of the site whose apps a command builds and serves. */
export const siteDescription = readSite(repositoryRoot);
