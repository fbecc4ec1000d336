/** A new remote: its app's name and what is derived from it. */
export interface NewRemote {
  /** Such as `reviews`. */
  readonly name: string;
  readonly folder: string;
  /** The exposed component, such as `ReviewsSection`. */
  readonly component: string;
  /** What the remote is called at the beginning of a sentence. */
  readonly label: string;
}

/** @param name letters, digits and hyphens */
export function describeRemote(name: string): NewRemote {
  const words = name.split('-');
  const component = `${words.map((word) => capital(word)).join('')}Section`;
  return { name, folder: `remote-${name}`, component, label: `The ${words.join(' ')}` };
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** package.json of the new workspace; the lockfile holds the same peer ranges. */
export const peerDependencies = { react: '^19.0.0', 'react-dom': '^19.0.0', shared: '^1.0.0' };

/** The workflow of an app: what it says is the same for each but for its name and folder. */
export function workflowOf({ name, folder }: Pick<NewRemote, 'name' | 'folder'>): string {
  return `name: ${name}

on:
  push:
    branches: [main]
    paths: [${folder}/**, shared/**, package-lock.json]
  pull_request:
    types: [opened, synchronize, reopened, closed]
    paths: [${folder}/**, shared/**, package-lock.json]

permissions:
  contents: read

jobs:
  release:
    uses: ./.github/workflows/release-app.yml
    with:
      app: ${name}
      folder: ${folder}
`;
}

/** Every file of a new remote's folder, by its name. */
export function filesOf({ name, folder, component, label }: NewRemote): Record<string, string> {
  const manifest = {
    name: folder,
    version: '1.0.0',
    private: true,
    type: 'module',
    scripts: {
      start: `node ../scripts/setup.mjs standalone ${name}`,
      build: `node ../scripts/setup.mjs build ${name}`,
    },
    sideEffects: ['*.css'],
    peerDependencies,
  };
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'README.md': `# ${folder}

${label}: a section of the landing page.

## The contract

**What it is.** One exposed module, \`${name}/${component}\` (\`src/${component}.tsx\`). Its default export is a
component that takes \`${component}Props\` (\`shared/contracts/remotes\`).

**Where it is relied on.** The host's slot (\`host/src/remotes/table.tsx\`) loads it at run time and hydrates the markup
that the composer rendered through \`src/server.ts\`.

**Why it is needed.** Say here which team owns the section and what it promises.
`,
    'webpack.config.ts': `import { createAppConfig } from 'shared/build/webpack';

export default createAppConfig('${name}');
`,
    [`src/${component}.tsx`]: `import type { ${component}Props } from 'shared/contracts/remotes';
import styles from './${component}.module.css';

/** ${label}: what this remote exposes. Default export by contract (shared/contracts/remotes). */
export default function ${component}({ links }: ${component}Props) {
  return (
    <div data-boundary="${name}" className={styles.section}>
      <h2>${label}</h2>
      <p>
        This section is new. <a href={links.signUp}>Open your shop</a>
      </p>
    </div>
  );
}
`,
    [`src/${component}.module.css`]: `.section {
  max-width: var(--page);
  margin-inline: auto;
  padding: var(--space-16) var(--gutter);
}
`,
    [`src/${component}.test.tsx`]: `import { render, screen } from '@testing-library/react';
import { siteLinks } from 'shared/contracts/site-links';
import ${component} from './${component}';

test('the section has a heading and leads to sign-up', () => {
  render(<${component} links={siteLinks()} />);
  expect(screen.getByRole('heading', { name: '${label}' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open your shop' })).toHaveAttribute('href', '/signup');
});
`,
    'src/server.ts': `import * as ${component} from './${component}';

/** What the composer renders: every exposed module, under its expose key without './'. */
export { ${component} };
`,
    'src/standalone.ts': `// The share scope is ready before the page asks for React.
void import('./standalone-page');
`,
    'src/standalone-page.tsx': `import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { siteLinks } from 'shared/contracts/site-links';
import 'shared/styles/global.css';
import { LazyViewport } from 'shared/toasts/LazyViewport';
import ${component} from './${component}';

const root = document.getElementById('root');
if (!root) throw new Error('The standalone page has no element with the id "root".');

createRoot(root).render(
  <StrictMode>
    <main>
      <${component} links={siteLinks()} />
    </main>
    <LazyViewport />
  </StrictMode>,
);
`,
    'src/stories.ts': `// \`npm run stories\` builds this in the place of the standalone page; releases never hold it.
void import('./stories/page');
`,
    'src/stories/page.tsx': `import { siteLinks } from 'shared/contracts/site-links';
import { showStories } from 'shared/stories/show-stories';
import ${component} from '../${component}';

const sections = {
  title: 'Section',
  stories: { new: <${component} links={siteLinks()} /> },
};

showStories({ title: '${label}', groups: [sections] });
`,
  };
}
