import type { ReactElement } from 'react';
import type { StoryGroup } from 'shared/stories/story';
import { toasts, type ToastContent } from 'shared/toasts';
import { modes, newLife } from 'shared/toasts/life-cycle';
import { Receipt } from 'shared/toasts/Receipt';
import { Button } from 'shared/ui/Button';

const contents: readonly ToastContent[] = [
  {
    kind: 'success',
    title: 'Successfully Register!',
    message: 'You will be redirected to login page',
  },
  { kind: 'error', title: 'Failed to Register!', message: 'Please fill all required fields' },
];

/** Toasts in each mode of their life cycle, and buttons that show real ones. */
export const toastStories: StoryGroup = {
  title: 'Toasts',
  stories: Object.fromEntries<ReactElement>(
    contents.flatMap((content) => [
      ...modes.map((mode) => {
        const id = `${content.kind}, ${mode}`;
        const toast = { ...content, id, life: { ...newLife, mode } };
        return [id, <Receipt key={id} toast={toast} />] as const;
      }),
      [
        `${content.kind}, on a press`,
        <Button key={content.kind} kind="secondary" onClick={() => toasts.show(content)}>
          Show it
        </Button>,
      ] as const,
    ]),
  ),
};
