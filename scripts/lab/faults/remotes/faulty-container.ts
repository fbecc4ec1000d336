import { hasFault } from './page-fault';

declare const __webpack_init_sharing__: (scope: string) => Promise<void>;
declare const __webpack_share_scopes__: Record<string, unknown>;

/** A container like those that webpack generates, with the page's fault. */
const container = {
  init: (scope: unknown): Promise<void> => {
    if (hasFault('init-throws')) throw new Error('fault in init');
    __webpack_share_scopes__['default'] = scope;
    return __webpack_init_sharing__('default');
  },
  get: async (expose: string): Promise<() => unknown> => {
    if (hasFault('expose-missing'))
      throw new Error(`Module "${expose}" does not exist in container.`);
    const module = await import(/* webpackChunkName: "faulty-module" */ './faulty-module');
    return () => module;
  },
};

export const { init, get } = hasFault('entry-registers-nothing')
  ? { init: null, get: null }
  : container;
