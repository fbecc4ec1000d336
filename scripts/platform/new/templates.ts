import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { fillIn } from './common';

/*
 * The files of a new remote stand in ./template and ./repository. ./frameworks has those that replace them where a
 * remote brings what renders it. `{{name}}` and what else is derived from it is filled in.
 */

/** What can build a remote; the first is this repository's own. */
export const bundlers = ['webpack', 'rspack'] as const;

/** What a remote may bring in place of the host's React. */
export const frameworks = ['react-own', 'vue', 'svelte'] as const;

/** What is chosen for a new remote, beside its name. */
export interface Choices {
  readonly bundler?: (typeof bundlers)[number];
  /** Undefined: a component for the host's React. */
  readonly framework?: (typeof frameworks)[number] | undefined;
}

/**
 * A new remote: its app's name, such as `reviews`, and what is derived from it.
 * @param shared name of the package that the apps of the site share
 */
export function describeRemote(
  name: string,
  port: number,
  { bundler = 'webpack', framework }: Choices,
  shared: string,
) {
  const parts = name.split('-');
  const capitals = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  const component = `${capitals.join('')}Section`;
  return {
    name,
    bundler,
    framework: framework ?? '',
    shared,
    folder: `remote-${name}`,
    /** What it exposes, such as `ReviewsSection`, and the source of that. */
    component,
    module: framework ? 'module' : component,
    /** What the remote is called at the beginning of a sentence. */
    label: `The ${parts.join(' ')}`,
    /** Of its dev server. */
    port: `${port}`,
  };
}
export type NewRemote = Readonly<ReturnType<typeof describeRemote>>;
type Values = NewRemote & Readonly<Record<string, string>>;
type File = [file: string, content: string];

/** Every file of a folder of templates, by its path in the new remote's folder. */
export function filesOf(kind: string, values: Values): File[] {
  const folder = path.join(import.meta.dirname, kind);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.template'))
    .map((name) => [
      name
        .replace('Section', values.component)
        .replace('bundler', values.bundler)
        .replace('.template', ''),
      fillIn(readFileSync(path.join(folder, name), 'utf8'), values),
    ]);
}

const document = v.record(v.string(), v.unknown());
const part = v.fallback(document, {});

/** A package.json with what a framework's adds. It asks for no React of the host, and for nothing that it brings. */
function withFramework(manifest: string, added: string): string {
  const merged = v.parse(document, JSON.parse(manifest));
  const own = v.parse(document, JSON.parse(added));
  for (const [key, value] of Object.entries(own))
    merged[key] = { ...v.parse(part, merged[key]), ...v.parse(part, value) };
  const without = (key: string, names: readonly string[]) => {
    const asked = Object.entries(v.parse(part, merged[key]));
    merged[key] = Object.fromEntries(asked.filter(([name]) => !names.includes(name)));
  };
  without('peerDependencies', ['react', 'react-dom']);
  without('devDependencies', Object.keys(v.parse(part, own['dependencies'])));
  return `${JSON.stringify(merged, null, 2)}\n`;
}

/**
 * The files of a new remote.
 * @param more that take the place of those of one that lives here
 */
export function templatesOf(
  { framework }: NewRemote,
  values: Values,
  more: readonly File[] = [],
): Map<string, string> {
  const files = new Map([...filesOf('template', values), ...more]);
  if (framework === '') return files;
  // Files for the host’s React.
  for (const file of files.keys()) if (file.endsWith('.tsx')) files.delete(file);
  const file = 'package.json';
  const base = files.get(file) ?? '';
  const own = filesOf(`frameworks/${framework}`, values);
  for (const [name, text] of [...filesOf('frameworks/any', values), ...own])
    files.set(name, name === file ? withFramework(base, text) : text);
  return files;
}
