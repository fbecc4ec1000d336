/*
 * Connects every app’s hot reload to the one React of a development page. Each app brings a React Refresh runtime,
 * which finds React through the hook of the React DevTools. Without this script two things fail. The first runtime
 * installs a stub that does not remember React, so later runtimes never find it. And React asks only the last runtime
 * for the new version of a component, so edits of the other apps are lost. React Refresh cannot repair a root that has
 * thrown, since React unmounts it, so this script also dispatches an event ‘edited’, after which failed modules try
 * again.
 */
(() => {
  const name = '__REACT_DEVTOOLS_GLOBAL_HOOK__';
  const renderers = new Map();
  globalThis[name] ??= {
    renderers,
    supportsFiber: true,
    inject: (renderer) => {
      renderers.set(renderers.size + 1, renderer);
      return renderers.size;
    },
    onScheduleFiberRoot: () => undefined,
    onCommitFiberRoot: () => undefined,
    onCommitFiberUnmount: () => undefined,
  };
  const hook = globalThis[name];
  const inject = hook.inject.bind(hook);
  hook.inject = (renderer) => {
    const handlers = new Set();
    const setHandler = renderer.setRefreshHandler;
    if (setHandler) {
      renderer.setRefreshHandler = (handler) => {
        dispatchEvent(new Event('edited'));
        handlers.add(handler);
        setHandler((type) => {
          for (const resolve of handlers) {
            const family = resolve(type);
            if (family !== undefined) return family;
          }
          return undefined;
        });
      };
    }
    return inject(renderer);
  };
})();
