/*
 * An exposed component of Vue becomes a module that brings Vue (@composed/contracts/module). Its packages are found
 * from the component, so that each remote has the Vue of its own.
 */
const moduleOf = (component) => `
import { createApp, createSSRApp } from 'vue';
import component from '${component}';

export * from '${component}';
function start(create, props, prefix) {
  const app = create(component, props);
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
    const app = start(hydrate ? createSSRApp : createApp, props, prefix);
    app.config.errorHandler = report;
    app.mount(element);
    return { unmount: () => app.unmount() };
  },
};
`;

module.exports = (source) => source;
module.exports.pitch = function pitch() {
  return moduleOf(this.utils.contextify(this.context, this.resourcePath));
};
