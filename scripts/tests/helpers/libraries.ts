import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { type Library, redText, soakLibraries } from './soak-libraries';

/* Libraries in a remote, each used as its README shows: the table in shared/platform/LIBRARIES.md. */

const templates = join(import.meta.dirname, '../../../shared/platform/cli/templates/styles');
const tailwind = readFileSync(
  join(templates, 'tailwind/src/tailwind.css.template'),
  'utf8',
).replaceAll('{{name}}', 'pricing');

/** Libraries by the text of their element. */
export const libraries: Readonly<Record<string, Library>> = {
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
    style: redText,
  },
  'styled-components': {
    source: `import styled from 'styled-components';
      const Text = styled.p\`color: red;\`;
      export default () => <Text id="styled-components">styled-components</Text>;`,
    style: redText,
  },
  sonner: {
    source: `import { Toaster, toast } from 'sonner';
      export default () => <><button id="sonner" type="button" onClick={() => toast('hi')}>sonner</button><Toaster /></>;`,
    use: async (page) => {
      await page.locator('#sonner').press('Enter');
      await expect(page.getByText('hi', { exact: true })).toBeVisible();
    },
  },
  style: {
    source: `export default () => <p id="style" style={{ color: 'red' }}>style</p>;`,
    style: redText,
  },
  action: {
    source: `import { useActionState } from 'react';
      export default () => {
        const [count, add] = useActionState((before) => before + 1, 0);
        return <form action={add}><button id="action">action {count}</button></form>;
      };`,
  },
  tailwind: {
    // `npm run new -- <name> --styles tailwind` writes the same.
    files: { 'tailwind.css': tailwind },
    rules: ["{ test: /\\.css$/, enforce: 'pre', loader: '@tailwindcss/webpack' }"],
    source: `import './tailwind.css';
      export default () => <div className="pricing-root"><p id="tailwind" className="text-[rgb(255,0,0)] hover:shadow-lg animate-spin">tailwind</p></div>;`,
    style: redText,
  },
  compiler: {
    source: `import { c } from 'react/compiler-runtime';
      export default () => {
        const kept = c(1);
        if (kept[0] === Symbol.for('react.memo_cache_sentinel')) kept[0] = <p id="compiler">compiler</p>;
        return kept[0];
      };`,
  },
  'radix-select': {
    source: `import * as Select from '@radix-ui/react-select';
      export default () => (
        <div id="radix-select">
          radix-select
          <Select.Root>
            <Select.Trigger aria-label="Letter"><Select.Value placeholder="None" /></Select.Trigger>
            <Select.Portal><Select.Content><Select.Viewport><Select.Item value="a"><Select.ItemText>A letter</Select.ItemText></Select.Item></Select.Viewport></Select.Content></Select.Portal>
          </Select.Root>
        </div>
      );`,
    use: async (page) => {
      const select = page.locator('#radix-select').getByRole('combobox');
      await select.press('Enter');
      await page.getByRole('option', { name: 'A letter' }).press('Enter');
      await expect(select).toHaveText('A letter');
    },
  },
  ...(process.env['SOAK'] && soakLibraries),
};
