import type { ComposerInput } from '@composed/contracts/composer';
import type { Page } from '@composed/contracts/module';
import { propsOf, type Host } from '../host';
import type { ComposerConfig, PageFacts, PageRoute } from '../site-config';
import type { ShownModule } from './pins';

/**
 * Finds by experiment which data each module depends on: the site is made again without one datum at a time, and a prop
 * that then differs depends on it.
 * @returns a function that gives the names of the data of a module
 */
export function dataOfModules<Site, Route extends PageRoute>(
  config: ComposerConfig<Site, Route>,
  facts: PageFacts,
  provides: object,
  shownModules: readonly ShownModule[],
) {
  const textsOf = (values: object) =>
    new Map(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));
  const whole = textsOf(provides);
  const sources = Object.keys(facts.data).map((name) => {
    const { [name]: _without, ...data } = facts.data;
    const texts = textsOf(config.providesOf(config.createSite({ ...facts, data })));
    return [name, [...whole].filter(([prop, text]) => texts.get(prop) !== text)] as const;
  });
  const names = new Map(
    shownModules.map(({ id, props }) => [
      id,
      sources.flatMap(([name, own]) => (own.some(([each]) => props.includes(each)) ? name : [])),
    ]),
  );
  return ({ id }: ShownModule) => names.get(id) ?? [];
}

/** The modules that may stand inside a module. `pins.parts` lists those at any depth. */
const partsOf = ({ pins }: Pick<Host, 'pins'>, shownModules: readonly ShownModule[], id: string) =>
  (pins.parts?.[id] ?? []).flatMap((part) => shownModules.find((each) => each.id === part) ?? []);

/** Whether a module, or one inside it, takes the prop `page`. */
export const takesPage = (
  host: Pick<Host, 'pins'>,
  shownModules: readonly ShownModule[],
  { id, props }: ShownModule,
) => [props, ...partsOf(host, shownModules, id).map((part) => part.props)].flat().includes('page');

/** The key of a module that takes this page: a hash of the page. */
export const keyOf = (page: Page, { hash }: Pick<ComposerInput, 'hash'>) =>
  hash(JSON.stringify(page)).slice(0, 16).replaceAll('+', '-').replaceAll('/', '_');

/**
 * Every module that pages show, once for each set of props that pages give it, with the modules inside it.
 * @param standing federation ids of modules in slots of the pages themselves
 */
export function plannedModules(
  host: Pick<Host, 'provides' | 'pins' | 'routes'>,
  shownModules: readonly ShownModule[],
  standing: readonly string[],
  input: ComposerInput,
) {
  const plan = ({ release: { manifest }, props, ...module }: ShownModule, provides: object) => {
    const { react } = manifest.brings ?? {};
    const { opens } = manifest.exposes[module.expose] ?? {};
    const openSlots = Object.keys(opens ?? {}).map(
      (name) => [name, host.pins.slots?.[name] ?? []] as const,
    );
    return {
      ...module,
      ...(react && { ownReact: react }),
      props: propsOf(provides, props),
      ...(opens && { opens: Object.fromEntries(openSlots) }),
    };
  };
  const inPages = shownModules.filter(({ id }) => standing.includes(id));
  return inPages.flatMap((module) => {
    const inside = partsOf(host, shownModules, module.id);
    const isPage = host.routes.some((route) => route.module === module.id);
    const planFor = (provides: object) => {
      const parts = inside.map((part) => plan(part, provides));
      const more = { ...(parts.length > 0 && { parts }), ...(isPage && { isPage }) };
      return { ...plan(module, provides), ...more };
    };
    if (!takesPage(host, shownModules, module)) return [{ ...planFor(host.provides), key: '' }];
    return host.routes
      .filter(({ remotes = [] }) => remotes.includes(module.id))
      .map(({ page }) => ({
        ...planFor({ ...host.provides, page }),
        key: keyOf(page, input),
        address: page.address,
      }));
  });
}
