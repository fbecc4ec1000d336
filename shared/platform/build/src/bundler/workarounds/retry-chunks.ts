import type { Compiler } from 'webpack';

/**
 * Gives every further attempt to load a chunk a new address. A browser joins a request that still hangs when the same
 * address is requested again, so no retry would succeed.
 */
export class RetryChunksPlugin {
  apply(compiler: Compiler): void {
    // Rspack has these, under the names that webpack has deprecated.
    // oxlint-disable-next-line typescript/no-deprecated
    const { RuntimeGlobals, RuntimeModule } = compiler.webpack;
    const name = RuntimeGlobals.getChunkScriptFilename;

    /** Runs in the page: the first request of a chunk is the plain one, which a preload may have made. */
    class RetryRuntimeModule extends RuntimeModule {
      constructor() {
        super('retry chunks', RuntimeModule.STAGE_ATTACH);
      }

      override generate(): string {
        return `const nameOf = ${name}, tries = {};
${name} = (id) => {
  const tried = (tries[id] = (tries[id] || 0) + 1) - 1;
  return nameOf(id) + (tried ? '?retry=' + tried : '');
};`;
      }
    }

    compiler.hooks.thisCompilation.tap('RetryChunksPlugin', (compilation) => {
      compilation.hooks.runtimeRequirementInTree.for(name).tap('RetryChunksPlugin', (chunk) => {
        compilation.addRuntimeModule(chunk, new RetryRuntimeModule());
      });
    });
  }
}
