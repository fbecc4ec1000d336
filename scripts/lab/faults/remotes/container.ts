declare const __webpack_init_sharing__: (scope: string) => Promise<void>;
declare const __webpack_share_scopes__: Record<string, unknown>;

/** A container that works, written by hand as webpack generates one; each faulty one changes a part of it. */
export const container = {
  init: (scope: unknown): Promise<void> => {
    __webpack_share_scopes__['default'] = scope;
    return __webpack_init_sharing__('default');
  },
  get: async (_expose: string): Promise<() => unknown> => {
    const module = await import(/* webpackChunkName: "container-module" */ 'the-remote');
    return () => module;
  },
};
