import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apps } from 'shared/build/apps';
import { appTableOffences, boundaryOffences } from './boundaries';
import { dependencyOffences } from './dependencies';
import { fileLengthOffences } from './file-lengths';
import { importsOf } from './imports';
import { listSourceFiles, listWorkspaces, readManifest } from './source-tree';

/** A rule of the repository and how it is broken: one line per offence. */
export interface ProjectCheck {
  readonly title: string;
  readonly offences: readonly string[];
}

/** Checks the rules of the repository on the tree at `root`. Reads files only. */
export function checkProject(root: string): ProjectCheck[] {
  const workspaces = listWorkspaces(root);
  const rootManifest = readManifest(root);
  const files = workspaces.flatMap(({ folder }) => listSourceFiles(root, folder));
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8');
  return [
    {
      title: 'The table of apps names the folders there are',
      offences: appTableOffences(apps, workspaces, rootManifest.workspaces),
    },
    {
      title: 'Workspaces import only what they may',
      offences: boundaryOffences(
        workspaces,
        files.map((file) => ({ path: file.path, imports: importsOf(file) })),
      ),
    },
    { title: 'No file is too long', offences: fileLengthOffences(files) },
    {
      title: 'Dependencies are exact and the lockfile holds no address',
      offences: dependencyOffences(
        [{ folder: '.', manifest: rootManifest }, ...workspaces],
        lockfile,
      ),
    },
  ];
}
