import * as v from 'valibot';
import { fillTemplates } from './repository-files';

/* Fills in the templates of a new remote, which are in ../../templates. */

/** The bundlers that can build a remote. The first one is the default. */
export const bundlers = ['webpack', 'rspack', 'vite'] as const;

/** The frameworks that a remote may bring instead of using the host's React. */
export const frameworks = ['react-own', 'vue', 'svelte'] as const;

/** The tools for styles that a remote may use instead of CSS modules. */
export const styleTools = ['tailwind'] as const;

/** The options of a new remote. Without `page` and `part` it is a section of the landing page. */
export interface RemoteOptions {
  readonly bundler?: (typeof bundlers)[number];
  readonly framework?: 'react' | (typeof frameworks)[number] | undefined;
  readonly styles?: 'css' | (typeof styleTools)[number] | undefined;
  /** The slot of the host that shows it. Without one it gets a row in the host's table. */
  readonly slot?: string | undefined;
  /** The path of the page that it renders. */
  readonly page?: string | undefined;
  /** Whether it is a part of other modules. */
  readonly part?: boolean | undefined;
}

const capitalsOf = (name: string) =>
  name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));

type Kind = 'page' | 'part' | 'section';

/** Returns the name of the component that a new remote exposes, such as `ReviewsSection`. */
export const componentOf = (name: string, kind: Kind) =>
  `${capitalsOf(name).join('')}${{ page: 'Page', part: 'Part', section: 'Section' }[kind]}`;

function kindOf({ page = '', part }: RemoteOptions): Kind {
  if (page !== '') return 'page';
  return part ? 'part' : 'section';
}

/**
 * Returns the values for the templates of a new remote.
 * @param name such as `reviews`
 * @param site the modules of the site that the remote imports, and the host's table of modules
 */
export function describeRemote(
  name: string,
  port: number,
  choices: RemoteOptions,
  site: Readonly<Record<'shared' | 'provides' | 'siteLinks' | 'stories' | 'table', string>>,
) {
  const {
    bundler = 'webpack',
    framework = 'react',
    styles = 'css',
    slot = '',
    page = '',
  } = choices;
  const capitals = capitalsOf(name);
  const kind = kindOf(choices);
  const component = componentOf(name, kind);
  const id = `${name}/${component}`;
  return {
    name,
    bundler,
    framework,
    styles,
    slot,
    page,
    ...site,
    ...describeKind(kind, id, page, slot === '' ? site.table : `slot “${slot}”`),
    /** The name of the remote in titles. */
    title: capitals.join(' '),
    folder: `remote-${name}`,
    /** The component that it exposes, such as `ReviewsSection`. */
    component,
    /** The source file of the exposed module. */
    module: framework === 'react' ? component : 'module',
    /** The name of the remote at the beginning of a sentence. */
    label: `The ${name.replaceAll('-', ' ')}`,
    untyped: describeUntyped(framework),
    /** The port of its dev server. */
    port: `${port}`,
  };
}

/** The README's sentence on sources that the type check does not read. */
function describeUntyped(framework: RemoteOptions['framework']): string {
  const program = framework === 'vue' ? 'vue-tsc' : 'svelte-check';
  if (framework !== 'vue' && framework !== 'svelte') return '';
  return ` Of \`.${framework}\` files a build reads what they import and what
pages forbid; \`npx ${program}\` checks their types.`;
}

/** The README's texts on what a new remote shows, and who relies on it. */
function describeKind(kind: Kind, id: string, page: string, shownBy: string) {
  if (kind === 'page')
    return {
      heading: 'h1',
      what: `the page ${page}`,
      reliedOn: 'A visitor of that address, whose prefix the host grants (`createPages`).',
    };
  if (kind === 'part')
    return {
      heading: 'h2',
      what: 'a part that other modules hold',
      reliedOn: `Modules whose \`parts\` name it, and that render \`<Part id="${id}" />\`.`,
    };
  return {
    heading: 'h2',
    what: 'a section of the landing page',
    reliedOn: `The host’s \`${shownBy}\`.`,
  };
}

export type NewRemote = Readonly<ReturnType<typeof describeRemote>>;
type Values = NewRemote & Readonly<Record<string, string>>;

const json = v.record(v.string(), v.unknown());

/** Merges JSON objects recursively. A field with `null` in `changes` is removed. */
function merge(base: unknown, changes: unknown): unknown {
  if (!v.is(json, base) || !v.is(json, changes)) return changes;
  const changedFields = Object.entries(changes).map(
    ([key, value]) => [key, merge(base[key], value)] as const,
  );
  const mergedFields = { ...base, ...Object.fromEntries<unknown>(changedFields) };
  return Object.fromEntries(Object.entries(mergedFields).filter(([, value]) => value !== null));
}

/**
 * Creates the files of a new remote. The files of later folders replace those of the same name in earlier ones, an
 * empty file removes the earlier one, and package.json files are merged.
 * @param extraFolders folders of templates, in addition to those for the remote's bundler, framework and styles
 */
export function fillRemoteTemplates(values: Values, ...extraFolders: readonly string[]) {
  const { bundler, component, framework, styles, slot, page, title, label } = values;
  const folders = [
    'remote',
    ...extraFolders,
    ...(framework === 'react' ? [] : ['frameworks/not-react']),
    `bundlers/${bundler}`,
    `frameworks/${framework}`,
    ...(styles === 'css' ? [] : [`styles/${styles}`]),
  ];
  const files = new Map<string, string>();
  for (const folder of folders) {
    for (const [template, content] of fillTemplates(folder, values)) {
      if (template.includes('.stories.') && values.stories === '') continue;
      const name = template.replace('Section', component).replace('bundler', bundler);
      const text = String(content);
      const base = name === 'package.json' && files.get(name);
      const merged = base && merge(JSON.parse(base), JSON.parse(text));
      if (text === '') files.delete(name);
      else files.set(name, merged ? `${JSON.stringify(merged, null, 2)}\n` : text);
    }
  }
  const module = `./${component}`;
  const microFrontend = {
    ...(slot !== '' && { exposes: { [module]: { slot } } }),
    ...(page !== '' && { pages: [{ path: page, module, title, description: `${label}.` }] }),
  };
  const packageJson = merge(JSON.parse(files.get('package.json') ?? ''), { microFrontend });
  files.set('package.json', `${JSON.stringify(packageJson, null, 2)}\n`);
  return files;
}
