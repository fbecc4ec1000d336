import path from 'node:path';
import type { Compilation, Compiler, Module } from 'webpack';

/** The dependency type of an `import` statement: webpack's name, then Rspack's. */
const statement = /^(?:harmony side effect evaluation|esm import)$/;

/**
 * Finds imports without a binding, such as `import './i18n'`. It reads the text, since webpack represents an unused
 * import with a binding in the same way.
 */
function bareImports(module: Module) {
  const text = String(module.originalSource()?.source() ?? '');
  return module.dependencies.flatMap((dependency) => {
    const request = 'request' in dependency ? String(dependency.request) : '';
    const isBare = ["'", '"'].some((quote) => text.includes(`import ${quote}${request}${quote}`));
    return isBare && statement.test(dependency.type) ? [{ request, dependency }] : [];
  });
}

const fileOf = (module: Module) => module.nameForCondition() ?? '';

/**
 * Whether the compilation has no module for a relative request. Rspack does not build dropped modules, and so cannot
 * say which module a request refers to.
 */
function isUnbuilt({ modules }: Compilation, importer: Module, request: string): boolean {
  const file = path.resolve(path.dirname(fileOf(importer)), request);
  const isTarget = (name: string) =>
    name.startsWith(file) && /^(?:[./]|$)/.test(name.slice(file.length));
  return request.startsWith('.') && ![...modules].some((module) => isTarget(fileOf(module)));
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

/** Fails the build when the bundler would silently drop an import because of a package.json’s `sideEffects`. */
export const droppedImportsPlugin = {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('DroppedImportsPlugin', (compilation) => {
      compilation.hooks.finishModules.tap('DroppedImportsPlugin', (modules) => {
        // After other errors, such as a missing file, a module may be absent for another reason.
        if (compilation.errors.length > 0) return;
        for (const module of modules) {
          if (/^$|node_modules/.test(fileOf(module))) continue;
          for (const { request, dependency } of bareImports(module)) {
            const target = compilation.moduleGraph.getModule(dependency);
            const isLost = target
              ? isDropped(compilation, target)
              : isUnbuilt(compilation, module, request);
            if (!isLost) continue;
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
