import { showStories } from 'shared/stories/show-stories';
import { readReleaseRecord } from '../page-data';
import { hostStories } from './host-stories';

showStories({
  title: 'Shared and host',
  groups: hostStories,
  others: Object.fromEntries(
    Object.entries(readReleaseRecord().remotes).map(([name, { entry }]) => [
      name,
      new URL(entry).origin,
    ]),
  ),
});
