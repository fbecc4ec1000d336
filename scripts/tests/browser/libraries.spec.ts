import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '../helpers/fixtures';
import { remoteHydrated } from '../helpers/sections';
import { aTeam, type Team, unchecked } from '../helpers/team';

// Libraries in a remote, each used as its README shows (the table in shared/platform/build/README.md). Those that this
// repository has are tried by `npm test`, all by `npm run soak`, which installs them.
test.describe.configure({ mode: 'serial' });
test.use({ baseURL: undefined, extraHTTPHeaders: {} });

interface Library {
  /** Installed by `npm run soak`; the root's package.json has the others. */
  readonly packages?: readonly string[];
  /** A component as default export. It shows the name of the library, in an element of that id. */
  readonly source: string;
  /** A property of that element before it is hydrated and after. */
  readonly style?: readonly [name: string, value: string];
}

const red = ['color', 'rgb(255, 0, 0)'] as const;

const libraries: Readonly<Record<string, Library>> = {
  axios: {
    source: `import axios from 'axios';
      const client = axios.create({ baseURL: '/api' });
      export default () => <p id="axios">axios {client.getUri({ url: '/a' })}</p>;`,
  },
  formik: {
    source: `import { Field, Form, Formik } from 'formik';
      export default () => (
        <Formik initialValues={{ name: '' }} onSubmit={() => undefined}>
          <Form id="formik">formik <Field name="name" aria-label="Name" /></Form>
        </Formik>
      );`,
  },
  emotion: {
    source: `import styled from '@emotion/styled';
      const Text = styled.p\`color: red;\`;
      export default () => <Text id="emotion">emotion</Text>;`,
    style: red,
  },
  'styled-components': {
    source: `import styled from 'styled-components';
      const Text = styled.p\`color: red;\`;
      export default () => <Text id="styled-components">styled-components</Text>;`,
    style: red,
  },
  sonner: {
    source: `import { Toaster, toast } from 'sonner';
      export default () => <><button id="sonner" type="button" onClick={() => toast('hi')}>sonner</button><Toaster /></>;`,
  },
  style: {
    source: `export default () => <p id="style" style={{ color: 'red' }}>style</p>;`,
    style: red,
  },
  action: {
    source: `import { useActionState } from 'react';
      export default () => {
        const [count, add] = useActionState((before) => before + 1, 0);
        return <form action={add}><button id="action">action {count}</button></form>;
      };`,
  },
  compiler: {
    source: `import { c } from 'react/compiler-runtime';
      export default () => {
        const kept = c(1);
        if (kept[0] === Symbol.for('react.memo_cache_sentinel')) kept[0] = <p id="compiler">compiler</p>;
        return kept[0];
      };`,
  },
  ...(process.env['SOAK'] && {
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
  }),
};
const names = Object.keys(libraries);

const importName = (name: string) => `Lib_${name.replaceAll('-', '_')}`;

let team: Team;

test.beforeAll(async () => {
  test.slow();
  team = await aTeam();
  const folder = join(team.copy, 'remote-pricing/src/libraries');
  await mkdir(folder);
  for (const [name, { source }] of Object.entries(libraries)) {
    await writeFile(join(folder, `${name}.jsx`), source);
  }
  const all = [
    ...names.map((name) => `import ${importName(name)} from './${name}';`),
    `export const Libraries = () => <>${names.map((name) => `<${importName(name)} />`).join('')}</>;`,
  ];
  await writeFile(join(folder, 'Libraries.jsx'), all.join('\n'));
  const packages = Object.values(libraries).flatMap((each) => each.packages ?? []);
  if (packages.length > 0) {
    const words = ['install', '--no-save', '--no-audit', '--no-fund', '-w', 'remote-pricing'];
    await promisify(execFile)('npm', [...words, ...packages], { cwd: team.copy });
  }
  const section = 'remote-pricing/src/PricingSection.tsx';
  await team.edit(section, '<h2', '<Libraries /><h2');
  await team.edit(
    section,
    'import ',
    "import { Libraries } from './libraries/Libraries';\nimport ",
  );
  await team.mustRelease('publish', 'pricing', '--over-budget', 'A trial', ...unchecked);
});

test.afterAll(() => team.stop());

test('their texts are there without scripts', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(team.site.url);
  for (const name of names) await expect(page.locator(`#${name}`)).toContainText(name);
  await context.close();
});

test('they are styled once their remote is hydrated, and nothing is said of it', async ({
  page,
}) => {
  await page.goto(team.site.url);
  // Styles of elements and of Emotion are there at once.
  for (const name of ['style', 'emotion']) {
    await expect(page.locator(`#${name}`)).toHaveCSS(...red);
  }
  await page.locator('#action').click();
  await remoteHydrated(page);
  await expect(page.locator('#action')).toHaveText('action 1');
  for (const [name, { style }] of Object.entries(libraries)) {
    if (style) await expect(page.locator(`#${name}`)).toHaveCSS(...style);
  }
  await page.locator('#sonner').click();
  await expect(page.getByText('hi', { exact: true })).toBeVisible();
});
