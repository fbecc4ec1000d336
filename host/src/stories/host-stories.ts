import type { StoryGroup } from 'shared/stories/story';
import { landing } from './landing';
import { menu, pages, shell } from './shell';
import { notices, skeletons } from './slot';
import { toastStories } from './toasts';
import { tokens } from './tokens';
import { ui } from './ui';

/** Everything that the host shows, from the tokens to whole pages. */
export const hostStories: readonly StoryGroup[] = [
  tokens,
  ...ui,
  toastStories,
  shell,
  menu,
  pages,
  landing,
  notices,
  skeletons,
];
