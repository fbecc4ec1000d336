import type { ReactElement } from 'react';

/** Components of one kind, each in one state. */
export interface StoryGroup {
  readonly title: string;
  /** What is shown, by what can be seen in it. */
  readonly stories: Readonly<Record<string, ReactElement>>;
  /**
   * Widths in CSS pixels. Each story is then shown in a frame of each width, for what depends on the
   * width of the window or has ids that may be in a page only once.
   */
  readonly widths?: readonly number[];
}

/** Names a story in an address. */
export function storyId(group: StoryGroup, name: string): string {
  return `${group.title}/${name}`.toLowerCase().replaceAll(/[^a-z0-9/]+/g, '-');
}

/** Every story by its id. */
export function storiesById(groups: readonly StoryGroup[]): Map<string, ReactElement> {
  return new Map(
    groups.flatMap((group) =>
      Object.entries(group.stories).map(([name, story]) => [storyId(group, name), story] as const),
    ),
  );
}
