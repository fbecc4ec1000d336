import * as Popover from '@radix-ui/react-popover';
import * as Tooltip from '@radix-ui/react-tooltip';
import { Command } from 'cmdk';
import { Drawer } from 'vaul';

export default () => (
  <div id="radix-overlays">
    radix-overlays
    <Popover.Root>
      <Popover.Trigger>Popover</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content>Inside</Popover.Content>
      </Popover.Portal>
    </Popover.Root>
    <Tooltip.Provider>
      <Tooltip.Root>
        <Tooltip.Trigger>Tooltip</Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content>Hint</Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
    <Command label="Menu">
      <Command.Input />
      <Command.List>
        <Command.Item>Apple</Command.Item>
      </Command.List>
    </Command>
    <Drawer.Root>
      <Drawer.Trigger>Drawer</Drawer.Trigger>
      <Drawer.Portal>
        <Drawer.Overlay />
        <Drawer.Content>
          <Drawer.Title>Title</Drawer.Title>
          <Drawer.Description>More</Drawer.Description>
        </Drawer.Content>
      </Drawer.Portal>
    </Drawer.Root>
  </div>
);
