/*
 * Lets every app’s hot reload reach the one React of a development page. Each app brings a React Refresh runtime, which
 * finds React through the hook of the React DevTools. Without this script two things fail: the first runtime installs a
 * stub that forgets React at once, so later runtimes never find it; and React asks only the last runtime for the new
 * version of a component, where it must ask all. A root that has thrown is unmounted, so the page gets an event for
 * each edit (‘edited’), and failed modules try again.
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
