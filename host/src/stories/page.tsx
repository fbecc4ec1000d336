import { startGallery } from 'shared/gallery/start-gallery';
import { readReleaseRecord } from '../page-data';
import { landing } from './landing';
import { shell } from './shell';
import { slot } from './slot';
import { toastSpecimens } from './toasts';
import { tokens } from './tokens';
import { ui } from './ui';

const { remotes } = readReleaseRecord();

startGallery({
  title: 'Shared and host',
  groups: [tokens, ...ui, toastSpecimens, shell, landing, slot],
  others: Object.fromEntries(
    Object.entries(remotes).map(([name, { entry }]) => [name, new URL(entry).origin]),
  ),
});
