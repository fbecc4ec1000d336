#!/usr/bin/env node
import { findApps, isHost } from '@composed/apps';
import { refuseFolder } from '@composed/command/processes.mjs';

/*
 * The program of @composed/cli. In the repository of another site it has this repository’s commands; in that of a
 * remote, the remote’s.
 */

/** Each is a script of its own, so that none loads what another needs. */
const ofSite = {
  build: () => import('./build'),
  dev: () => import('./dev'),
  release: () => import('./release'),
  serve: () => import('@composed/server/commands/serve'),
  services: () => import('@composed/server/commands/services'),
  start: () => import('./start'),
};

const isOfSite = (word = ''): word is keyof typeof ofSite => Object.hasOwn(ofSite, word);

const [, , word] = process.argv;
if (isOfSite(word) && (word === 'release' || findApps().some(isHost))) {
  refuseFolder(process.cwd());
  process.argv.splice(2, 1);
  void ofSite[word]();
} else {
  void import('./remote');
}
