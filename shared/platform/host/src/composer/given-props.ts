import type { ComposerInput } from '@composed/contracts/composer';
import type { Page } from '@composed/contracts/module';
import { propsOf, type Host } from '../host';
import type { ComposedParts, PageFacts, PageRoute, Row } from '../site-parts';
import type { ShownModule } from './pins';

/** Offer → names of the data that it is made of: without those it is another one. */
export function dataOfOffers<Site, Route extends PageRoute>(
  parts: ComposedParts<Site, Route>,
  facts: PageFacts,
  provides: object,
) {
  const textsOf = (given: object) =>
    new Map(Object.entries(given).map(([name, offer]) => [name, JSON.stringify(offer)]));
  const whole = textsOf(provides);
  const sources = Object.keys(facts.data).map((name) => {
    const { [name]: _without, ...data } = facts.data;
    const texts = textsOf(parts.providesOf(parts.createSite({ ...facts, data })));
    return [name, [...whole].filter(([offer, text]) => texts.get(offer) !== text)] as const;
  });
  return (taken: readonly string[]) =>
    sources.flatMap(([name, made]) => (made.some(([offer]) => taken.includes(offer)) ? name : []));
}

/** The rows of data that make pages. */
export const rowsIn =
  ({ data }: PageFacts) =>
  ({ rows = '' }: PageRoute): readonly Row[] => {
    const list = data[rows];
    return Array.isArray(list) ? list.map((row: unknown) => ({ ...Object(row) }) as Row) : [];
  };

/** What tells a module with the props of one page from the same with those of another; '' where it takes no page. */
export const keyOf = ({ props }: ShownModule, page: Page, { hash }: Pick<ComposerInput, 'hash'>) =>
  props.includes('page')
    ? hash(JSON.stringify(page)).slice(0, 16).replaceAll('+', '-').replaceAll('/', '_')
    : '';

/** Every module that pages show, with all the props that some page gives it. */
export function plannedModules(
  { provides, routes }: Pick<Host, 'provides' | 'routes'>,
  shown: readonly ShownModule[],
  input: ComposerInput,
) {
  return shown.flatMap(({ release, props, ...module }) => {
    const { react } = release.manifest.brings ?? {};
    const planned = { ...module, ...(react && { ownReact: react }) };
    if (!props.includes('page')) return [{ ...planned, key: '', props: propsOf(provides, props) }];
    const pages = routes.filter(({ remotes = [] }) => remotes.includes(module.id));
    return pages.map(({ page }) => ({
      ...planned,
      key: keyOf({ release, props, ...module }, page, input),
      address: page.address,
      props: propsOf({ ...provides, page }, props),
    }));
  });
}
