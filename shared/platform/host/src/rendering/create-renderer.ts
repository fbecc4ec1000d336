import { createElement } from 'react';
import { composerVersion, type PlannedModule } from '@composed/contracts/composer';
import { headOf, isSelfRendering } from '@composed/contracts/module';
import { identifierPrefixOf } from '@composed/contracts/remote-names';
import { exportOf } from '../remotes/module-source';
import { sharedReact, type SharedPackages } from '../remotes/shared-react';
import { hasContent, renderMarkup } from './render-markup';

/** Stands in for `react-dom/client`, which libraries import. Nothing creates a root while composing. */
const noRoots = { createRoot: undefined, hydrateRoot: undefined };

/**
 * Creates the renderer of remotes' modules (@composed/contracts/composer). It contains the shared packages, and none of
 * the host's own pages.
 * @param sitePackages packages that the site shares with remotes in addition to React
 */
export const createRenderer = (sitePackages: SharedPackages) => ({
  version: composerVersion,
  /** The only packages that a remote's bundle may `require`, by request. */
  provided: { ...sharedReact, 'react-dom/client': noRoots, ...sitePackages },
  /**
   * Renders a module of a remote's bundle to markup.
   * @throws any error of the remote's code, or an error if the markup is empty
   */
  renderModule: async (
    bundle: unknown,
    { id, expose, props, ownReact, part = id }: PlannedModule,
  ) => {
    const module: unknown = Reflect.get(Object(bundle), expose.slice(2));
    const exported = exportOf(module);
    const prefix = identifierPrefixOf(part);
    if (ownReact && !isSelfRendering(exported))
      throw new Error(
        `it is a component, which the host’s React renders, and brings React ${ownReact}: name react in peerDependencies in place of dependencies, or export render and mount as @composed/contracts/module says`,
      );
    const markup = isSelfRendering(exported)
      ? `<div>${await exported.render(props, { prefix })}</div>`
      : await renderMarkup(createElement(exported, props), prefix);
    if (!hasContent(markup)) throw new Error('nothing was rendered');
    return markup;
  },
  /**
   * Returns the head that a page's module gives, or undefined.
   * @throws Error if the module's export `head` is not a function, or is an async one
   */
  headOf: (bundle: unknown, { expose, props }: Pick<PlannedModule, 'expose' | 'props'>) => {
    const module: unknown = Reflect.get(Object(bundle), expose.slice(2));
    const head = headOf(module, props);
    const headType = typeof Reflect.get(Object(module), 'head');
    const isInvalid = headType !== 'undefined' && headType !== 'function';
    if (isInvalid || head instanceof Promise)
      throw new Error('its export head is no function that gives a head at once');
    return head;
  },
});
