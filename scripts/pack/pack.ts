import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readPackage } from '@shopwright/shared/build/workspaces';
import { glob } from 'tinyglobby';
import * as v from 'valibot';
import { typeScriptProgram } from '../build/check-types';
import { npmCommand } from '../setup/packages.mjs';

const run = promisify(execFile);

/**
 * The workspaces that are packed: which of their files, a program of the command line, and the tools that they need
 * beside their own dependencies, in the root's versions, since servers install nothing that builds.
 */
const packages = [
  {
    name: '@shopwright/shared',
    folder: 'shared',
    files: ['src', 'tooling'],
    tools: [
      ...['webpack', 'webpack-dev-server', 'webpack-subresource-integrity', 'tinyglobby'],
      ...['ts-loader', 'typescript', 'css-loader', 'style-loader', 'mini-css-extract-plugin'],
      ...['copy-webpack-plugin', 'css-minimizer-webpack-plugin', 'terser-webpack-plugin'],
      ...['@pmmmwh/react-refresh-webpack-plugin', 'react-refresh', 'react-refresh-typescript'],
      ...['@swc/core', '@swc/jest', 'jest-environment-jsdom', 'jest-environment-node'],
      ...['@testing-library/dom', '@testing-library/jest-dom', '@testing-library/react'],
    ],
    bin: undefined,
  },
  {
    name: '@shopwright/release',
    folder: 'scripts',
    files: [
      ...[
        'build',
        'compose',
        'dev',
        'http',
        'operations',
        'release',
        'server',
        'services',
        'setup',
      ],
      ...['commands/release.ts', 'commands/remote.ts', 'environment.ts', 'terminal.ts'],
    ],
    tools: ['playwright-core', 'tinyglobby', 'typescript-7', 'webpack-cli'],
    bin: { shopwright: './commands/remote.js' },
  },
];
type Packed = (typeof packages)[number];

/** `./src/http/client.ts` → its compiled script and types; what is not compiled stays as it is. */
function publishedTarget(source: string): string | Readonly<Record<string, string>> {
  if (source.endsWith('.d.ts')) return { types: source };
  const compiled = /^(.*)\.(m?)[jt]sx?$/.exec(source);
  if (!compiled) return source;
  const [, stem = '', m = ''] = compiled;
  return { types: `${stem}.d.${m}ts`, default: `${stem}.${m}js` };
}

/** The package.json that a registry gets. In the repository the same names lead to sources. */
function publishedPackage(root: string, { name, folder, files, tools, bin }: Packed): object {
  const own = readPackage(path.join(root, folder, 'package.json'));
  const { engines, license, devDependencies } = readPackage(path.join(root, 'package.json'));
  const needed = Object.entries(devDependencies).filter(([each]) => tools.includes(each));
  const { version, sideEffects, peerDependencies, peerDependenciesMeta } = own;
  const exported = Object.entries(v.parse(v.record(v.string(), v.string()), own['exports']));
  return {
    ...{ name, version, license, type: 'module', engines, sideEffects, bin },
    exports: Object.fromEntries(exported.map(([key, source]) => [key, publishedTarget(source)])),
    files: files.map((each) => each.replace(/\.tsx?$/, '.js')),
    dependencies: { ...own.dependencies, ...Object.fromEntries(needed) },
    ...{ peerDependencies, peerDependenciesMeta },
  };
}

const tests = ['**/*.test.*', '**/README.md'];

/** Compiles a workspace, one script for each source. Its types were checked by `npm run types`. */
async function compile(root: string, { folder, files, bin }: Packed, out: string): Promise<void> {
  const config = path.join(path.dirname(out), 'tsconfig.json');
  const workspace = path.join(root, folder);
  await writeFile(
    config,
    JSON.stringify({
      extends: path.join(root, 'tsconfig.json'),
      compilerOptions: {
        ...{ noEmit: false, incremental: false, noCheck: true, allowJs: !bin },
        // A program has no types that somebody could import.
        ...{ declaration: !bin, rootDir: workspace, outDir: out },
        typeRoots: [path.join(root, 'node_modules/@types')],
      },
      include: files.map((file) => path.join(workspace, file)),
      exclude: [...tests, '**/*.browser.js'].map((pattern) => path.join(workspace, pattern)),
      references: [],
    }),
  );
  await run(typeScriptProgram(), ['-p', config]);
  // What is read as it is: a script that pages get whole, one that Node starts alone, styles, fonts, SQL, …
  const folders = files.filter((file) => path.extname(file) === '');
  const uncompiled = folders.flatMap((each) => [`${each}/**/*.!(ts|tsx)`, `${each}/**/*.d.ts`]);
  for (const file of await glob(uncompiled, { cwd: workspace, ignore: tests })) {
    await cp(path.join(workspace, file), path.join(out, file));
  }
}

/**
 * A relative import in what the compiler prints: `from './x'`, `import './x'`, `import('./x')`, with a comment or
 * without, and `import.meta.resolve('./x')` or `require.resolve('./x')`.
 */
const relativeImport =
  /(\bfrom |\bimport |\bimport\((?:\/\*[^*]*\*\/ )?|\b(?:import\.meta|require)\.resolve\()(["'])(\.[^"'\n]+)\2/g;

/** Gives relative imports the extension that Node asks for. */
async function completeImports(folder: string): Promise<void> {
  for (const file of await glob('**/*.{js,mjs,d.ts,d.mts}', { cwd: folder, absolute: true })) {
    const text = await readFile(file, 'utf8');
    // A style sheet has no types.
    const source = file.endsWith('.d.ts') ? text.replaceAll(/^import '.*\.css';\n/gm, '') : text;
    const complete = source.replaceAll(relativeImport, (whole, before, quote, name) =>
      existsSync(path.join(path.dirname(file), `${name}.js`))
        ? `${before}${quote}${name}.js${quote}`
        : whole,
    );
    if (complete !== text) await writeFile(file, complete);
  }
}

/**
 * Packs what other repositories install: compiled scripts, types, styles and fonts.
 * @param root of the repository
 * @param folder where the tarballs go; made when it is missing
 * @returns the paths of the tarballs
 */
export async function pack(root: string, folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(path.join(root, 'node_modules/.pack-'));
  try {
    const tarballs: string[] = [];
    for (const each of packages) {
      const out = path.join(work, each.folder);
      await compile(root, each, out);
      await completeImports(out);
      const document = publishedPackage(root, each);
      await writeFile(path.join(out, 'package.json'), `${JSON.stringify(document, null, 2)}\n`);
      await cp(path.join(root, each.folder, 'README.md'), path.join(out, 'README.md'));
      const [npm, before] = npmCommand();
      const words = ['pack', out, '--silent', '--pack-destination', path.resolve(folder)];
      const { stdout } = await run(npm, [...before, ...words], { cwd: work });
      tarballs.push(path.join(folder, stdout.trim()));
    }
    return tarballs;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
