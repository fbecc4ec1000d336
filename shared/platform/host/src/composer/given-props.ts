import type { ComposerInput } from '@composed/contracts/composer';
import type { Page } from '@composed/contracts/module';
import { propsOf, type Host } from '../host';
import type { ComposedParts, PageFacts, PageRoute, Row } from '../site-parts';
import type { ShownModule } from './pins';

/** Offer → names of the data that it is made of: without those it is another one. */
export function dataOfOffers<Site, Route extends PageRoute>(
  parts: ComposedParts<Site, Route>,
  facts: PageFacts,
  offers: object,
) {
  const textsOf = (given: object) =>
    new Map(Object.entries(given).map(([name, offer]) => [name, JSON.stringify(offer)]));
  const whole = textsOf(offers);
  const sources = Object.keys(facts.data).map((name) => {
    const { [name]: _without, ...data } = facts.data;
    const texts = textsOf(parts.offersOf(parts.createSite({ ...facts, data })));
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
export const keyOf = ({ takes }: ShownModule, page: Page, { hash }: Pick<ComposerInput, 'hash'>) =>
  takes.includes('page')
    ? hash(JSON.stringify(page)).slice(0, 16).replaceAll('+', '-').replaceAll('/', '_')
    : '';

/** Every module that pages show, with all the props that some page gives it. */
export function plannedModules(
  { offers, routes }: Pick<Host, 'offers' | 'routes'>,
  shown: readonly ShownModule[],
  input: ComposerInput,
) {
  return shown.flatMap(({ release, takes, ...module }) => {
    const { react } = release.manifest.brings ?? {};
    const planned = { ...module, ...(react && { ownReact: react }) };
    if (!takes.includes('page')) return [{ ...planned, key: '', props: propsOf(offers, takes) }];
    const pages = routes.filter(({ remotes = [] }) => remotes.includes(module.id));
    return pages.map(({ page }) => ({
      ...planned,
      key: keyOf({ release, takes, ...module }, page, input),
      address: page.address,
      props: propsOf({ ...offers, page }, takes),
    }));
  });
}
