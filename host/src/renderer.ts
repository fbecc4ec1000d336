import { createElement } from 'react';
import { composerVersion, type ModuleRenderer } from '@shopwright/shared/contracts/composer';
import { identifierPrefixOf } from '@shopwright/shared/contracts/remotes';
import { componentOf } from './remotes/remote-source';
import { provided } from './remotes/shared-packages';
import { isShown, renderMarkup } from './render-markup';

/**
 * What the modules of remotes are rendered with (shared/src/contracts/composer.ts): the shared packages and
 * nothing of the host's own pages.
 */
export const renderer: ModuleRenderer = {
  version: composerVersion,
  provided,
  renderModule: async (bundle, { id, expose, props }) => {
    const module: unknown = Reflect.get(Object(bundle), expose.slice(2));
    const component = componentOf<typeof props>(module);
    const markup = await renderMarkup(createElement(component, props), identifierPrefixOf(id));
    if (!isShown(markup)) throw new Error('nothing was rendered');
    return markup;
  },
};
