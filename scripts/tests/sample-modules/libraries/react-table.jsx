import { tableFeatures, useTable } from '@tanstack/react-table';
import { Virtuoso } from 'react-virtuoso';
import Markdown from 'react-markdown';
import { useSelect } from 'downshift';
import { proxy, useSnapshot } from 'valtio';

const features = tableFeatures({});
const columns = [{ accessorKey: 'name', header: 'Name' }];
const data = [{ name: 'react-table' }];
const state = proxy({ count: 0 });
const items = ['a', 'b'];

export default () => {
  const table = useTable({ features, columns, data });
  const { count } = useSnapshot(state);
  const { isOpen, getToggleButtonProps, getLabelProps, getMenuProps, getItemProps } = useSelect({
    items,
    id: 'select',
  });
  return (
    <div id="react-table">
      <table>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Markdown>{'# Hi, *Pluto*!'}</Markdown>
      <Virtuoso
        style={{ height: 100 }}
        totalCount={200}
        initialItemCount={2}
        itemContent={(index) => <div>Item {index}</div>}
      />
      <button type="button" onClick={() => (state.count += 1)}>
        valtio {count}
      </button>
      <label {...getLabelProps()}>Letter</label>
      <button type="button" {...getToggleButtonProps()}>
        Letters
      </button>
      <ul {...getMenuProps()}>
        {isOpen &&
          items.map((item, index) => (
            <li key={item} {...getItemProps({ item, index })}>
              {item}
            </li>
          ))}
      </ul>
    </div>
  );
};
