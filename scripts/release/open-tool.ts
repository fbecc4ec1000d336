import path from 'node:path';
import { apps } from 'shared/build/apps';
import { repositoryRoot } from 'shared/build/shared-packages';
import { buildApp } from '../build/build-app';
import { compose } from '../compose/compose';
import { readPrices } from '../compose/read-prices';
import { whoIsAtWork } from './author';
import { createCompressor } from './compress';
import { FolderStore } from './stores/folder-store';
import type { ReleaseTool } from './tool';
import type { Settings } from '../environment';

/** The release tool with this project's builds, composition, services and store. */
export async function openReleaseTool(settings: Settings): Promise<ReleaseTool> {
  return {
    store: new FolderStore(settings.siteDir),
    apps: apps.map(({ name }) => name),
    compose,
    buildApp: async (app) => (await buildApp(app)).folder,
    readPrices: () => readPrices(settings),
    compress: createCompressor(path.join(repositoryRoot, 'node_modules/.cache/compressed')),
    siteUrl: settings.siteUrl,
    by: await whoIsAtWork(),
    now: () => new Date(),
  };
}
