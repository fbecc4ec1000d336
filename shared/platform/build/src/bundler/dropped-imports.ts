import path from 'node:path';
import type { Compilation, Compiler, Module } from 'webpack';

/** An `import` statement, as webpack and Rspack name it. */
const statement = /^(?:harmony side effect evaluation|esm import)$/;

/** Imports without a name, such as `import './i18n'`. An import in a dead branch looks the same. */
function bareImports(module: Module) {
  const text = String(module.originalSource()?.source() ?? '');
  return module.dependencies.flatMap((dependency) => {
    const request = 'request' in dependency ? String(dependency.request) : '';
    const isBare = ["'", '"'].some((quote) => text.includes(`import ${quote}${request}${quote}`));
    return isBare && statement.test(dependency.type) ? [{ request, dependency }] : [];
  });
}

const fileOf = (module: Module) => module.nameForCondition() ?? '';

/** Whether no module is built for a request. Rspack builds no dropped module, and does not say which one is meant. */
function isUnbuilt({ modules }: Compilation, importer: Module, request: string): boolean {
  const file = path.resolve(path.dirname(fileOf(importer)), request);
  const isThere = (name: string) =>
    name.startsWith(file) && /^(?:[./]|$)/.test(name.slice(file.length));
  return request.startsWith('.') && ![...modules].some((module) => isThere(fileOf(module)));
}

function isDropped({ moduleGraph }: Compilation, module: Module): boolean {
  const importers = [...moduleGraph.getIncomingConnections(module)];
  return (
    module.factoryMeta?.sideEffectFree === true &&
    importers.every(
      (each) =>
        statement.test(each.dependency?.type ?? '') && each.getActiveState(undefined) === false,
    )
  );
}

/** Refuses an import that a package.json’s `sideEffects` would drop without a word. */
export const droppedImportsPlugin = {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('DroppedImportsPlugin', (compilation) => {
      compilation.hooks.finishModules.tap('DroppedImportsPlugin', (modules) => {
        // A missing file is another error.
        if (compilation.errors.length > 0) return;
        for (const module of modules) {
          if (/^$|node_modules/.test(fileOf(module))) continue;
          for (const { request, dependency } of bareImports(module)) {
            const meant = compilation.moduleGraph.getModule(dependency);
            if (meant ? !isDropped(compilation, meant) : !isUnbuilt(compilation, module, request))
              continue;
            const error = new Error(
              `'${request}' would not run: the "sideEffects" of its package.json say that it does nothing by itself; name it there, or take "sideEffects" out.`,
            );
            compilation.errors.push(Object.assign(error, { module, loc: dependency.loc }));
          }
        }
      });
    });
  },
};
