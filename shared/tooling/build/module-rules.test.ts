import { findApps } from './apps';
import { moduleRules, type Target } from './module-rules';

const matches = (condition: unknown, file: string) =>
  condition instanceof RegExp && condition.test(file);

const scriptsOfLibraries = [
  '/site/node_modules/react-router/dist/production/index.mjs',
  '/site/node_modules/@module-federation/runtime-core/dist/core.js',
  '/site/node_modules/some-library/source.ts',
];

test.each(['browser', 'server', 'dev'] satisfies Target[])(
  'no loader of a build for %s rewrites a script of a library',
  (target) => {
    const rules = findApps().flatMap((app) => moduleRules(app, target));
    const rewriting = rules.filter(({ test, exclude }) =>
      scriptsOfLibraries.some((file) => matches(test, file) && !matches(exclude, file)),
    );
    expect(rewriting).toEqual([]);
    // It can tell: what is the project's own is compiled.
    expect(rules.some(({ test }) => matches(test, '/site/host/src/main.tsx'))).toBe(true);
  },
);
