import type { ReactElement } from 'react';

/** Stories of one component, each in a different state. */
export interface StoryGroup {
  readonly title: string;
  /** Elements by the names of the stories. */
  readonly stories: Readonly<Record<string, ReactElement>>;
  /**
   * Widths in CSS pixels. If set, each story is shown in a frame of each width. Components need it that depend on the
   * width of the window, or whose ids must be unique in a page.
   */
  readonly widths?: readonly number[];
}

/** Returns all stories by id. An id is the title of the group and the name of the story, joined by a slash. */
export function storiesById(groups: readonly StoryGroup[]): Map<string, ReactElement> {
  return new Map(
    groups.flatMap(({ title, stories }) =>
      Object.entries(stories).map(([name, story]) => [`${title}/${name}`, story] as const),
    ),
  );
}
