import type { Compiler } from 'webpack';

/**
 * Gives every further attempt to load a chunk an address of its own. A browser that is asked again for a
 * script that still hangs joins the request that hangs, and no retry would ever heal it.
 */
export class RetryChunksPlugin {
  apply(compiler: Compiler): void {
    // Rspack has these where webpack had them first.
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
