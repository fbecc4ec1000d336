import * as Dialog from '@radix-ui/react-dialog';
import { Disclosure, DisclosureButton, DisclosurePanel } from '@headlessui/react';
import { useFloating } from '@floating-ui/react';
import { DndContext } from '@dnd-kit/core';

export default () => {
  const { refs } = useFloating();
  return (
    <DndContext id="dnd">
      <Dialog.Root>
        <Dialog.Trigger id="radix" ref={refs.setReference}>
          radix
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay />
          <Dialog.Content>
            <Dialog.Title>T</Dialog.Title>
            <Dialog.Description>D</Dialog.Description>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <Disclosure>
        <DisclosureButton>More</DisclosureButton>
        <DisclosurePanel>Here</DisclosurePanel>
      </Disclosure>
    </DndContext>
  );
};
