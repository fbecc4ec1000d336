import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import { aTeam } from './team';

/* A remote that replaces pricing. Vite builds it as ES modules, without the platform's packages. */

const sources = {
  'package.json': JSON.stringify({
    name: 'vite-pricing',
    version: '1.0.0',
    microFrontend: {
      name: 'pricing',
      exposes: { './PricingSection': { props: { links: true } } },
      port: 3003,
    },
    peerDependencies: { react: '^19.0.0', '@shopwright/shared': '^1.0.0' },
  }),
  'src/PricingSection.jsx': `
    import { lazy, Suspense, useState } from 'react';
    import { toasts } from '@shopwright/shared/toasts';
    import { plans } from './plans.js';
    import photo from './photo.svg?no-inline';
    import styles from './section.module.css';
    const Later = lazy(() => import('./Later.jsx'));
    export default function PricingSection() {
      const [isOpen, setOpen] = useState(false);
      const open = () => {
        setOpen(true);
        toasts.show({ kind: 'success', title: 'More', message: 'It has a toast' });
      };
      return (
        <div data-boundary="pricing" className={styles.first}>
          <h2 id="pricing-title">Built by Vite</h2>
          <img src={photo} alt="A stall" width="40" height="40" />
          <ul>{plans.map((plan) => <li key={plan}>{plan}</li>)}</ul>
          <button type="button" onClick={open}>More</button>
          {isOpen && <Suspense fallback={null}><Later /></Suspense>}
        </div>
      );
    }`,
  'src/Later.jsx': `
    import { plans } from './plans.js';
    import styles from './later.module.css';
    export default () => <p className={styles.later}>{plans.length} have come</p>;`,
  'src/plans.js': `export const plans = Array.from({ length: 20 }, (_, n) => 'Plan ' + n);`,
  'src/photo.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>`,
  'src/section.module.css': '.first { padding: 7px }',
  'src/later.module.css': '.later { padding: 11px }',
  'src/server.js': "export * as PricingSection from './PricingSection.jsx';",
};

const shared = ['react', 'react/jsx-runtime', '@shopwright/shared/toasts'];

/** @returns a folder with the browser files and the guest bundle */
async function buildViteRemote(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vite-remote-'));
  for (const [name, text] of Object.entries(sources)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const common: InlineConfig = {
    root: folder,
    configFile: false,
    logLevel: 'error',
    base: '/assets/pricing/',
  };
  await build({
    ...common,
    build: {
      outDir: 'browser',
      assetsDir: '',
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'src/PricingSection.jsx',
        external: shared,
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: '[name]-[hash].js',
          codeSplitting: { groups: [{ name: 'plans', test: /plans\.js$/, minSize: 0 }] },
        },
      },
    },
  });
  await build({
    ...common,
    ssr: { noExternal: true },
    build: {
      outDir: '.',
      assetsDir: '',
      emptyOutDir: false,
      ssr: 'src/server.js',
      rolldownOptions: {
        external: shared,
        output: { format: 'cjs', entryFileNames: 'server.cjs', codeSplitting: false },
      },
    },
  });
  return folder;
}

/** Starts the site with this remote in the place of pricing. */
export async function startViteSite() {
  const team = await aTeam();
  const folder = await buildViteRemote();
  const reasons = ['--over-budget', 'It begins', '--replace', 'It has moved'];
  await team.mustRelease('publish', '--from', folder, ...reasons);
  await rm(folder, { recursive: true });
  return team;
}
