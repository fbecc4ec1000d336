import { showStories } from '@shopwright/shared/stories/show-stories';
import { readReleaseRecord } from '@composed/host/page-data';
import { hostStories } from './host-stories';

const remotes = Object.entries(readReleaseRecord().remotes);
const others = remotes.map(([name, { entry }]) => [name, new URL(entry).origin] as const);

showStories({ title: 'Shared and host', groups: hostStories, others });
