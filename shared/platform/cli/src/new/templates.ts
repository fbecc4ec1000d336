import * as v from 'valibot';
import { filesOf } from './repository-files';

/*
 * The files of a new remote are in ../../templates, beside those of a new site. `{{name}}` and values derived from it
 * are filled in.
 */

/** Bundlers that can build a remote; the first is this repository's own. */
export const bundlers = ['webpack', 'rspack', 'vite'] as const;

/** Frameworks that a remote may bring in place of the host's React. */
export const frameworks = ['react-own', 'vue', 'svelte'] as const;

/** Tools that a remote may write its styles with, in place of CSS modules. */
export const styleTools = ['tailwind'] as const;

/** Choices for a new remote, beside its name. */
export interface Choices {
  readonly bundler?: (typeof bundlers)[number];
  readonly framework?: 'react' | (typeof frameworks)[number] | undefined;
  readonly styles?: 'css' | (typeof styleTools)[number] | undefined;
  /** A slot of the host that takes it, in place of a row in the host's table. */
  readonly slot?: string | undefined;
  /** The address of a page that it is, in place of a section. */
  readonly page?: string | undefined;
  /** Whether it is a part that other modules hold. */
  readonly part?: boolean | undefined;
}

const capitalsOf = (name: string) =>
  name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));

type Kind = 'page' | 'part' | 'section';

/** The component that a new remote exposes, such as `ReviewsSection`. */
export const componentOf = (name: string, kind: Kind) =>
  `${capitalsOf(name).join('')}${{ page: 'Page', part: 'Part', section: 'Section' }[kind]}`;

/**
 * The name of a new remote, such as `reviews`, and values derived from it.
 * @param site modules that a remote imports, and the table that shows it
 */
export function describeRemote(
  name: string,
  port: number,
  { bundler = 'webpack', framework = 'react', styles = 'css', slot = '', page = '', part }: Choices,
  site: Readonly<Record<'shared' | 'provides' | 'siteLinks' | 'stories' | 'table', string>>,
) {
  const capitals = capitalsOf(name);
  const kind = page !== '' ? 'page' : part ? 'part' : 'section';
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
    /** Its name in a title. */
    title: capitals.join(' '),
    folder: `remote-${name}`,
    /** The component that it exposes, such as `ReviewsSection`, and the source of that. */
    component,
    module: framework === 'react' ? component : 'module',
    /** The name of the remote at the beginning of a sentence. */
    label: `The ${name.replaceAll('-', ' ')}`,
    untyped: describeUntyped(framework),
    /** The port of its dev server. */
    port: `${port}`,
  };
}

/** Sources that no type check reads, for a README. */
function describeUntyped(framework: Choices['framework']): string {
  const program = framework === 'vue' ? 'vue-tsc' : 'svelte-check';
  if (framework !== 'vue' && framework !== 'svelte') return '';
  return ` Of \`.${framework}\` files a build reads what they import and what
pages forbid; \`npx ${program}\` checks their types.`;
}

/** The content of a new remote, and who relies on it, for its README. */
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

/** A value of JSON with what another says of it, where `null` takes an entry away. */
function merge(base: unknown, more: unknown): unknown {
  if (!v.is(json, base) || !v.is(json, more)) return more;
  const merged = Object.entries(more).map(
    ([key, value]) => [key, merge(base[key], value)] as const,
  );
  const mergedFields = { ...base, ...Object.fromEntries<unknown>(merged) };
  return Object.fromEntries(Object.entries(mergedFields).filter(([, value]) => value !== null));
}

/**
 * The files of a new remote.
 * @param more further folders of templates. Their files replace files of the same name, an empty one removes it, and a
 *   package.json is merged.
 */
export function templatesOf(values: Values, ...more: readonly string[]): Map<string, string> {
  const { bundler, component, framework, styles, slot, page, title, label } = values;
  const any = framework === 'react' ? [] : ['frameworks/any'];
  const tool = styles === 'css' ? [] : [`styles/${styles}`];
  const files = new Map<string, string>();
  const chosen = [...any, `bundlers/${bundler}`, `frameworks/${framework}`, ...tool];
  for (const kind of ['template', ...more, ...chosen]) {
    for (const [template, content] of filesOf(kind, values)) {
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
  const asks = {
    ...(slot !== '' && { exposes: { [module]: { slot } } }),
    ...(page !== '' && { pages: [{ path: page, module, title, description: `${label}.` }] }),
  };
  const asking = merge(JSON.parse(files.get('package.json') ?? ''), { microFrontend: asks });
  files.set('package.json', `${JSON.stringify(asking, null, 2)}\n`);
  return files;
}
