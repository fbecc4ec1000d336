import type { SpecimenGroup } from 'shared/gallery/specimens';
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

/** Toasts in each mode of their life, and living ones. */
export const toastSpecimens: SpecimenGroup = {
  title: 'Toasts',
  specimens: contents.flatMap((content) => [
    ...modes.map((mode) => ({
      name: `${content.kind}, ${mode}`,
      node: (
        <Receipt
          toast={{ ...content, id: `${content.kind}-${mode}`, life: { ...newLife, mode } }}
        />
      ),
    })),
    {
      name: `${content.kind}, living`,
      node: (
        <Button kind="secondary" onClick={() => toasts.show(content)}>
          Show it
        </Button>
      ),
    },
  ]),
};
