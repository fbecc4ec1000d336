import { expect, type Page } from '@playwright/test';

/* Libraries that `npm run soak` installs. libraries.ts has those that this repository depends on. */

export interface Library {
  /** Packages that `npm run soak` installs. */
  readonly packages?: readonly string[];
  /** A component as default export, which shows the name of the library in an element with that id. */
  readonly source: string;
  /** File name → content, in the folder of the component. */
  readonly files?: Readonly<Record<string, string>>;
  /** Rules for `webpack.config.ts`, as the error of a build without them names them. */
  readonly rules?: readonly string[];
  /** The names of the Trusted Types policies that the library creates. */
  readonly policies?: readonly string[];
  /** Uses the component as a visitor would. */
  readonly use?: (page: Page) => Promise<unknown>;
  /** A style of the element, before and after hydration. */
  readonly style?: readonly [name: string, value: string];
}

/** The style of most of these elements. */
export const redText = ['color', 'rgb(255, 0, 0)'] as const;

export const soakLibraries: Readonly<Record<string, Library>> = {
  'lucide-react': {
    packages: ['lucide-react'],
    source: `import { Camera } from 'lucide-react';
        export default () => <p id="lucide-react">lucide-react <Camera /></p>;`,
  },
  'date-fns': {
    packages: ['date-fns', 'dayjs', 'lodash', 'clsx', 'zod', 'nanoid', 'uuid'],
    source: `import { format } from 'date-fns';
        import dayjs from 'dayjs';
        import _ from 'lodash';
        import clsx from 'clsx';
        import { z } from 'zod';
        import { nanoid } from 'nanoid';
        import { v4 } from 'uuid';
        export default () => (
          <p id="date-fns" className={clsx('a')} onClick={() => [nanoid(), v4()]}>
            date-fns {format(new Date(2026, 0, 1), 'yyyy')} {dayjs('2026-01-01').year()} {_.chunk([1], 1).length} {z.string().parse('x')}
          </p>
        );`,
  },
  'react-query': {
    packages: ['@tanstack/react-query', 'swr', 'jotai', '@reduxjs/toolkit', 'react-redux'],
    source: `import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
        import useSWR from 'swr';
        import { atom, useAtom } from 'jotai';
        import { configureStore } from '@reduxjs/toolkit';
        import { Provider, useSelector } from 'react-redux';
        const client = new QueryClient();
        const count = atom(1);
        const store = configureStore({ reducer: { n: (n = 2) => n } });
        const Inside = () => {
          const { data } = useQuery({ queryKey: ['a'], queryFn: () => 'first', initialData: 'first' });
          const { data: other } = useSWR('/a', () => 'first', { fallbackData: 'first' });
          const [n] = useAtom(count);
          const m = useSelector((state) => state.n);
          return <p id="react-query">react-query {data} {other} {n} {m}</p>;
        };
        export default () => <Provider store={store}><QueryClientProvider client={client}><Inside /></QueryClientProvider></Provider>;`,
  },
  i18next: {
    packages: ['i18next', 'react-i18next', 'react-intl'],
    source: `import i18n from 'i18next';
        import { initReactI18next, useTranslation } from 'react-i18next';
        import { FormattedNumber, IntlProvider } from 'react-intl';
        i18n.use(initReactI18next).init({ lng: 'de', resources: { de: { translation: { a: 'Hallo' } } } });
        export default () => {
          const { t } = useTranslation();
          return <IntlProvider locale="de"><p id="i18next">i18next {t('a')} <FormattedNumber value={1234.5} /></p></IntlProvider>;
        };`,
  },
  recharts: {
    packages: ['recharts', 'react-is'],
    source: `import { Line, LineChart, XAxis } from 'recharts';
        export default () => <div id="recharts">recharts <LineChart width={300} height={200} data={[{ n: 'a', v: 1 }, { n: 'b', v: 3 }]}><XAxis dataKey="n" /><Line dataKey="v" /></LineChart></div>;`,
  },
  motion: {
    packages: ['motion'],
    source: `import { motion } from 'motion/react';
        export default () => <motion.p id="motion" initial={{ opacity: 0.5 }} animate={{ opacity: 1 }}>motion</motion.p>;`,
  },
  radix: {
    packages: [
      '@radix-ui/react-dialog',
      '@headlessui/react',
      '@floating-ui/react',
      '@dnd-kit/core',
    ],
    source: `import * as Dialog from '@radix-ui/react-dialog';
        import { Disclosure, DisclosureButton, DisclosurePanel } from '@headlessui/react';
        import { useFloating } from '@floating-ui/react';
        import { DndContext } from '@dnd-kit/core';
        export default () => {
          const { refs } = useFloating();
          return (
            <DndContext id="dnd">
              <Dialog.Root>
                <Dialog.Trigger id="radix" ref={refs.setReference}>radix</Dialog.Trigger>
                <Dialog.Portal><Dialog.Overlay /><Dialog.Content><Dialog.Title>T</Dialog.Title><Dialog.Description>D</Dialog.Description></Dialog.Content></Dialog.Portal>
              </Dialog.Root>
              <Disclosure><DisclosureButton>More</DisclosureButton><DisclosurePanel>Here</DisclosurePanel></Disclosure>
            </DndContext>
          );
        };`,
  },
  sass: {
    packages: ['sass', 'sass-loader', 'less', 'less-loader', '@svgr/webpack', '@mdx-js/loader'],
    files: {
      'sass.module.scss': '$color: red; .text { & { color: $color; } }',
      'less.module.less': '@color: red; .text { color: @color; }',
      'logo.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
      'text.mdx': 'Hello *there*',
    },
    rules: [
      String.raw`{ test: /\.s[ac]ss$/, use: [...styles, 'sass-loader'] }`,
      String.raw`{ test: /\.less$/, use: [...styles, 'less-loader'] }`,
      String.raw`{ test: /\.mdx?$/, use: '@mdx-js/loader' }`,
      String.raw`{ test: /\.svg$/, resourceQuery: /^\?react$/, use: '@svgr/webpack' }`,
    ],
    source: `import sass from './sass.module.scss';
        import less from './less.module.less';
        import Logo from './logo.svg?react';
        import Text from './text.mdx';
        export default () => <div><p id="sass" className={sass.text}>sass <Logo /></p><div className={less.text}><Text /></div></div>;`,
    style: redText,
  },
  fontsource: {
    packages: ['@fontsource/inter', 'react-day-picker'],
    files: {
      'sheet.scss':
        "@use 'sass:meta'; .pricing-root { @include meta.load-css('react-day-picker/src/style.css'); }",
    },
    source: `import '@fontsource/inter';
        import './sheet.scss';
        export default () => <div className="pricing-root"><p id="fontsource" className="rdp-day_button">fontsource</p></div>;`,
    style: ['display', 'flex'],
  },
  mui: {
    packages: ['@mui/material', 'react-select', 'react-day-picker', 'embla-carousel-react'],
    source: `import Button from '@mui/material/Button';
        import Select from 'react-select';
        import { DayPicker } from 'react-day-picker';
        import useEmblaCarousel from 'embla-carousel-react';
        const day = new Date(Date.UTC(2026, 0, 1));
        export default () => {
          const [ref] = useEmblaCarousel();
          return <><Button id="mui">mui</Button><Select instanceId="s" options={[]} /><DayPicker timeZone="UTC" defaultMonth={day} today={day} /><div ref={ref}><div>1</div></div></>;
        };`,
  },
  'react-table': {
    packages: ['@tanstack/react-table', 'react-virtuoso', 'react-markdown', 'downshift', 'valtio'],
    source: `import { tableFeatures, useTable } from '@tanstack/react-table';
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
          const { isOpen, getToggleButtonProps, getLabelProps, getMenuProps, getItemProps } = useSelect({ items, id: 'select' });
          return (
            <div id="react-table">
              <table><tbody>{table.getRowModel().rows.map((row) => (
                <tr key={row.id}>{row.getAllCells().map((cell) => <td key={cell.id}><table.FlexRender cell={cell} /></td>)}</tr>
              ))}</tbody></table>
              <Markdown>{'# Hi, *Pluto*!'}</Markdown>
              <Virtuoso style={{ height: 100 }} totalCount={200} initialItemCount={2} itemContent={(index) => <div>Item {index}</div>} />
              <button type="button" onClick={() => (state.count += 1)}>valtio {count}</button>
              <label {...getLabelProps()}>Letter</label>
              <button type="button" {...getToggleButtonProps()}>Letters</button>
              <ul {...getMenuProps()}>{isOpen && items.map((item, index) => <li key={item} {...getItemProps({ item, index })}>{item}</li>)}</ul>
            </div>
          );
        };`,
  },
  'react-aria': {
    packages: ['react-aria-components'],
    source: `import { Button, Dialog, DialogTrigger, Heading, Input, Label, Modal, TextField } from 'react-aria-components';
        export default () => (
          <div id="react-aria">
            react-aria
            <DialogTrigger>
              <Button>Sign up…</Button>
              <Modal><Dialog><Heading slot="title">Sign up</Heading><TextField><Label>First name</Label><Input /></TextField><Button slot="close">Submit</Button></Dialog></Modal>
            </DialogTrigger>
          </div>
        );`,
  },
  chartjs: {
    packages: ['chart.js', 'react-chartjs-2'],
    source: `import { CategoryScale, Chart, LinearScale, LineElement, PointElement, Tooltip } from 'chart.js';
        import { Line } from 'react-chartjs-2';
        Chart.register(CategoryScale, LinearScale, LineElement, PointElement, Tooltip);
        const data = { labels: ['a', 'b'], datasets: [{ label: 'n', data: [1, 3] }] };
        export default () => <div id="chartjs">chartjs <Line data={data} /></div>;`,
  },
  'react-datepicker': {
    packages: ['react-datepicker'],
    files: {
      'datepicker.scss':
        "@use 'sass:meta'; .pricing-root { @include meta.load-css('react-datepicker/dist/react-datepicker.css'); }",
    },
    source: `import { useState } from 'react';
        import DatePicker from 'react-datepicker';
        import './datepicker.scss';
        export default () => {
          const [day, setDay] = useState(new Date(2026, 0, 1));
          return <div className="pricing-root"><div id="react-datepicker">react-datepicker <DatePicker selected={day} onChange={setDay} /></div></div>;
        };`,
  },
  swiper: {
    packages: ['swiper'],
    files: {
      'swiper.scss':
        "@use 'sass:meta'; .pricing-root { @include meta.load-css('swiper/swiper.css'); }",
    },
    source: `import { Swiper, SwiperSlide } from 'swiper/react';
        import './swiper.scss';
        export default () => <div className="pricing-root" id="swiper"><Swiper spaceBetween={50} slidesPerView={3}><SwiperSlide>swiper 1</SwiperSlide><SwiperSlide>2</SwiperSlide></Swiper></div>;`,
  },
  'radix-overlays': {
    packages: ['@radix-ui/react-popover', '@radix-ui/react-tooltip', 'cmdk', 'vaul'],
    source: `import * as Popover from '@radix-ui/react-popover';
        import * as Tooltip from '@radix-ui/react-tooltip';
        import { Command } from 'cmdk';
        import { Drawer } from 'vaul';
        export default () => (
          <div id="radix-overlays">
            radix-overlays
            <Popover.Root><Popover.Trigger>Popover</Popover.Trigger><Popover.Portal><Popover.Content>Inside</Popover.Content></Popover.Portal></Popover.Root>
            <Tooltip.Provider><Tooltip.Root><Tooltip.Trigger>Tooltip</Tooltip.Trigger><Tooltip.Portal><Tooltip.Content>Hint</Tooltip.Content></Tooltip.Portal></Tooltip.Root></Tooltip.Provider>
            <Command label="Menu"><Command.Input /><Command.List><Command.Item>Apple</Command.Item></Command.List></Command>
            <Drawer.Root><Drawer.Trigger>Drawer</Drawer.Trigger><Drawer.Portal><Drawer.Overlay /><Drawer.Content><Drawer.Title>Title</Drawer.Title><Drawer.Description>More</Drawer.Description></Drawer.Content></Drawer.Portal></Drawer.Root>
          </div>
        );`,
    use: async (page) => {
      const inside = page.locator('#radix-overlays');
      await inside.getByRole('button', { name: 'Popover' }).press('Enter');
      await expect(page.getByText('Inside')).toBeVisible();
      await page.keyboard.press('Escape');
      await inside.getByRole('button', { name: 'Tooltip' }).focus();
      await expect(page.getByRole('tooltip')).toHaveText('Hint');
      await inside.getByRole('button', { name: 'Drawer' }).press('Enter');
      await expect(page.getByRole('dialog', { name: 'Title' })).toBeVisible();
      await page.keyboard.press('Escape');
    },
  },
  'react-hot-toast': {
    packages: ['react-hot-toast'],
    source: `import toast, { Toaster } from 'react-hot-toast';
        export default () => <><button id="react-hot-toast" type="button" onClick={() => toast('warm')}>react-hot-toast</button><Toaster /></>;`,
    use: async (page) => {
      await page.locator('#react-hot-toast').press('Enter');
      await expect(page.getByText('warm', { exact: true })).toBeVisible();
    },
  },
  'tanstack-router': {
    packages: ['@tanstack/react-router'],
    source: `import { use } from 'react';
        import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
        const routeTree = createRootRoute({ component: () => <p id="tanstack-router">tanstack-router</p> });
        const router = createRouter({ routeTree, history: createMemoryHistory() });
        router.ssr = { manifest: undefined };
        const loaded = router.load();
        export default () => {
          use(loaded);
          return <RouterProvider router={router} />;
        };`,
  },
  apollo: {
    packages: ['@apollo/client', 'graphql', 'rxjs'],
    source: `import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
        import { ApolloProvider, useQuery } from '@apollo/client/react';
        const client = new ApolloClient({ link: new HttpLink({ uri: '/graphql' }), cache: new InMemoryCache() });
        const query = gql\`{ a }\`;
        client.writeQuery({ query, data: { a: 'first' } });
        const Inside = () => <p id="apollo">apollo {useQuery(query, { fetchPolicy: 'cache-only' }).data?.a}</p>;
        export default () => <ApolloProvider client={client}><Inside /></ApolloProvider>;`,
  },
  zod: {
    packages: ['zod', 'react-hook-form', '@hookform/resolvers'],
    source: `import { zodResolver } from '@hookform/resolvers/zod';
        import { useFieldArray, useForm } from 'react-hook-form';
        import { z } from 'zod';
        const schema = z.object({ people: z.array(z.object({ name: z.string().min(1) })) });
        export default () => {
          const { control, register, handleSubmit, formState } = useForm({ resolver: zodResolver(schema), defaultValues: { people: [{ name: '' }] } });
          const { fields } = useFieldArray({ control, name: 'people' });
          return (
            <form id="zod" onSubmit={handleSubmit(() => undefined)}>
              zod {fields.map(({ id }, n) => <input key={id} aria-label="Person" {...register(\`people.\${n}.name\`)} />)}
              <button type="submit">Send</button>{formState.errors.people && 'missing'}
            </form>
          );
        };`,
    use: async (page) => {
      await page.locator('#zod').getByRole('button', { name: 'Send' }).press('Enter');
      await expect(page.locator('#zod')).toContainText('missing');
    },
  },
  dompurify: {
    packages: ['dompurify', 'd3'],
    policies: ['dompurify'],
    source: `import { useEffect, useRef } from 'react';
        import DOMPurify from 'dompurify';
        import * as d3 from 'd3';
        export default () => {
          const ref = useRef(null);
          useEffect(() => {
            ref.current.innerHTML = DOMPurify.sanitize('<b>clean</b>', { RETURN_TRUSTED_TYPE: true });
            d3.select(ref.current).selectAll('i').data([1, 2]).join('i').text((n) => n);
          }, []);
          return <div id="dompurify">dompurify <p ref={ref} /></div>;
        };`,
    use: (page) => expect(page.locator('#dompurify')).toHaveText('dompurify clean12'),
  },
};
