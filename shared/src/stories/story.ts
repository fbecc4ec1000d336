import type { ReactElement } from 'react';

/** Components of one kind, each in one state. */
export interface StoryGroup {
  readonly title: string;
  /** Name of a story → its component. */
  readonly stories: Readonly<Record<string, ReactElement>>;
  /**
   * Widths in CSS pixels. Each story is then shown in a frame of each width, for what depends on the
   * width of the window or has ids that may be in a page only once.
   */
  readonly widths?: readonly number[];
}

/** Every story by its id: the titles of its group and of itself. */
export function storiesById(groups: readonly StoryGroup[]): Map<string, ReactElement> {
  return new Map(
    groups.flatMap(({ title, stories }) =>
      Object.entries(stories).map(([name, story]) => [`${title}/${name}`, story] as const),
    ),
  );
}
