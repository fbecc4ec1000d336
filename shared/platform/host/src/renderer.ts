import { createElement } from 'react';
import { composerVersion, type PlannedModule } from '@composed/contracts/composer';
import { headOf, isOwnModule } from '@composed/contracts/module';
import { identifierPrefixOf } from '@composed/contracts/remote-names';
import { exportOf } from './remotes/remote-source';
import { sharedReact, type SharedPackages } from './remotes/shared-packages';
import { hasContent, renderMarkup } from './render-markup';

/** The exports of `react-dom/client`, which libraries import. No root is made while composing. */
const noRoots = { createRoot: undefined, hydrateRoot: undefined };

/**
 * The renderer of remotes' modules (@composed/contracts/composer): the shared packages and
 * no page of the host's own.
 * @param ofSite packages that the site hands over to remotes beside React
 */
export const createRenderer = (ofSite: SharedPackages) => ({
  version: composerVersion,
  /** The only packages that a remote's bundle may `require`, by request. */
  provided: { ...sharedReact, 'react-dom/client': noRoots, ...ofSite },
  /**
   * Renders a module of a remote's bundle to markup.
   * @throws an error of the remote's code, or one for empty markup
   */
  renderModule: async (
    bundle: unknown,
    { id, expose, props, ownReact, part = id }: PlannedModule,
  ) => {
    const module: unknown = Reflect.get(Object(bundle), expose.slice(2));
    const exported = exportOf(module);
    const prefix = identifierPrefixOf(part);
    if (ownReact && !isOwnModule(exported))
      throw new Error(
        `it is a component, which the host’s React renders, and brings React ${ownReact}: name react in peerDependencies in place of dependencies, or export render and mount as @composed/contracts/module says`,
      );
    const markup = isOwnModule(exported)
      ? `<div>${await exported.render(props, { prefix })}</div>`
      : await renderMarkup(createElement(exported, props), prefix);
    if (!hasContent(markup)) throw new Error('nothing was rendered');
    return markup;
  },
  /** The head of a page, as its module says it, or undefined. */
  headOf: (bundle: unknown, { expose, props }: Pick<PlannedModule, 'expose' | 'props'>) => {
    const module: unknown = Reflect.get(Object(bundle), expose.slice(2));
    const head = headOf(module, props);
    const isOther = !['undefined', 'function'].includes(typeof Reflect.get(Object(module), 'head'));
    if (isOther || head instanceof Promise)
      throw new Error('its export head is no function that gives a head at once');
    return head;
  },
});
