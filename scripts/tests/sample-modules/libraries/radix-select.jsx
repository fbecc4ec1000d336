import * as Select from '@radix-ui/react-select';

export default () => (
  <div id="radix-select">
    radix-select
    <Select.Root>
      <Select.Trigger aria-label="Letter">
        <Select.Value placeholder="None" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Content>
          <Select.Viewport>
            <Select.Item value="a">
              <Select.ItemText>A letter</Select.ItemText>
            </Select.Item>
          </Select.Viewport>
        </Select.Content>
      </Select.Portal>
    </Select.Root>
  </div>
);
