import type { ComposerInput } from '@composed/contracts/composer';
import type { Page } from '@composed/contracts/module';
import { propsOf, type SiteRuntime } from '../site/site-runtime';
import type { ComposerConfig, SiteFacts, PageRoute } from '../site/site-config';
import type { ShownModule } from './page-pins';

/**
 * Finds which data each module depends on, by experiment: it creates the site again without one item of data at a time. A
 * prop that then differs depends on that item.
 * @returns a function that returns the names of the data on which a module depends
 */
export function detectDataDependencies<Site, Route extends PageRoute>(
  config: ComposerConfig<Site, Route>,
  facts: SiteFacts,
  provides: object,
  shownModules: readonly ShownModule[],
) {
  const textsOf = (values: object) =>
    new Map(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));
  const allTexts = textsOf(provides);
  const dependentProps = Object.keys(facts.data).map((name) => {
    const { [name]: _removed, ...data } = facts.data;
    const texts = textsOf(config.providesOf(config.createSite({ ...facts, data })));
    const props = [...allTexts.keys()].filter((prop) => texts.get(prop) !== allTexts.get(prop));
    return { name, props };
  });
  const names = new Map(
    shownModules.map((module) => {
      const neededData = dependentProps.filter(({ props }) =>
        props.some((prop) => module.props.includes(prop)),
      );
      return [module.id, neededData.map(({ name }) => name)];
    }),
  );
  return ({ id }: ShownModule) => names.get(id) ?? [];
}

/** Returns the modules that may stand inside a module, at any depth. */
const partsOf = (
  { nesting }: Pick<SiteRuntime, 'nesting'>,
  shownModules: readonly ShownModule[],
  id: string,
) =>
  (nesting.parts?.[id] ?? []).flatMap(
    (part) => shownModules.find((each) => each.id === part) ?? [],
  );

/** Whether a module, or one inside it, takes the prop `page`. */
export const dependsOnPage = (
  runtime: Pick<SiteRuntime, 'nesting'>,
  shownModules: readonly ShownModule[],
  { id, props }: ShownModule,
) =>
  [props, ...partsOf(runtime, shownModules, id).map((part) => part.props)].flat().includes('page');

/** Returns the key of a module that takes this page as a prop: a hash of the page. */
export const hashPage = (page: Page, { hash }: Pick<ComposerInput, 'hash'>) =>
  hash(JSON.stringify(page)).slice(0, 16).replaceAll('+', '-').replaceAll('/', '_');

/**
 * Plans every module that pages show: once for each set of props that pages give it, with the modules inside it.
 * @param idsInPages federation ids of modules in slots of the pages themselves
 */
export function planModules(
  runtime: Pick<SiteRuntime, 'provides' | 'nesting' | 'routes'>,
  shownModules: readonly ShownModule[],
  idsInPages: readonly string[],
  input: ComposerInput,
) {
  const plan = ({ release: { manifest }, props, ...module }: ShownModule, provides: object) => {
    const { react } = manifest.brings ?? {};
    const { opens } = manifest.exposes[module.expose] ?? {};
    const openSlots = Object.keys(opens ?? {}).map(
      (name) => [name, runtime.nesting.slots?.[name] ?? []] as const,
    );
    return {
      ...module,
      ...(react && { ownReact: react }),
      props: propsOf(provides, props),
      ...(opens && { opens: Object.fromEntries(openSlots) }),
    };
  };
  const inPages = shownModules.filter(({ id }) => idsInPages.includes(id));
  return inPages.flatMap((module) => {
    const inside = partsOf(runtime, shownModules, module.id);
    const isPage = runtime.routes.some((route) => route.module === module.id);
    const planFor = (provides: object) => {
      const parts = inside.map((part) => plan(part, provides));
      const more = { ...(parts.length > 0 && { parts }), ...(isPage && { isPage }) };
      return { ...plan(module, provides), ...more };
    };
    if (!dependsOnPage(runtime, shownModules, module))
      return [{ ...planFor(runtime.provides), key: '' }];
    return runtime.routes
      .filter(({ modules = [] }) => modules.includes(module.id))
      .map(({ page }) => ({
        ...planFor({ ...runtime.provides, page }),
        key: hashPage(page, input),
        address: page.address,
      }));
  });
}
