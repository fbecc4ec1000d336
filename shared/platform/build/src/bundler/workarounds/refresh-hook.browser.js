/*
 * Lets every app’s hot reload reach the one React of a development page. Each app brings a React Refresh runtime,
 * which finds React through the hook of the React DevTools. Without this script two things fail. The first runtime
 * puts up a stand-in that forgets React at once, so the remotes’ runtimes, which come later, never find it. And React
 * asks only the last runtime what a component has become; here it asks all of them. A root that threw is no root any
 * more, so the page hears of each edit (‘edited’), and what had failed tries again.
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
