import { createApp, createSSRApp, type Component } from 'vue';
import type { OwnModule } from '@composed/contracts/module';

/** A component of Vue as the host takes one. */
export const vueModule = (component: Component): OwnModule => ({
  async render(props, { prefix }) {
    if (!__COMPOSES__) return '';
    const { renderToString } = await import('vue/server-renderer');
    const app = createSSRApp(component, props);
    app.config.idPrefix = prefix;
    return renderToString(app);
  },
  mount(element, props, { hydrate, prefix, report }) {
    const app = (hydrate ? createSSRApp : createApp)(component, props);
    app.config.idPrefix = prefix;
    app.config.errorHandler = report;
    app.mount(element);
    return { unmount: () => app.unmount() };
  },
});
