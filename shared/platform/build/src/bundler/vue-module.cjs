/*
 * Wraps an exposed Vue component in a module that renders itself (@composed/contracts/module). The loader emits the
 * code in place of the component's, so `vue` resolves to the remote's own copy.
 */
const moduleOf = (component) => `
import { createApp, createSSRApp, h, shallowReactive } from 'vue';
import component from '${component}';

export * from '${component}';
function start(create, props, prefix) {
  const app = create({ render: () => h(component, { ...props }) });
  app.config.idPrefix = prefix;
  return app;
}
export default {
  async render(props, { prefix }) {
    if (!__COMPOSES__) return '';
    const { renderToString } = await import('vue/server-renderer');
    return renderToString(start(createSSRApp, props, prefix));
  },
  mount(element, props, { hydrate, prefix, report }) {
    const own = shallowReactive({ ...props });
    const app = start(hydrate ? createSSRApp : createApp, own, prefix);
    app.config.errorHandler = report;
    app.mount(element);
    return { unmount: () => app.unmount(), update: (next) => Object.assign(own, next) };
  },
};
`;

module.exports = (source) => source;
module.exports.pitch = function pitch() {
  return moduleOf(this.utils.contextify(this.context, this.resourcePath));
};
