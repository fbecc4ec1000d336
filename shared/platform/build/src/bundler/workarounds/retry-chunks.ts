import type { Compiler } from 'webpack';

/**
 * Gives every retry of a chunk a new address. While a request hangs, a browser answers another request for the same
 * address with that one, so a retry could not succeed.
 */
export class RetryChunksPlugin {
  apply(compiler: Compiler): void {
    // webpack has deprecated these names, but Rspack has no others.
    // oxlint-disable-next-line typescript/no-deprecated
    const { RuntimeGlobals, RuntimeModule } = compiler.webpack;
    const name = RuntimeGlobals.getChunkScriptFilename;

    /** Generates code for the page. The first request has no query, so that it can use a preload. */
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
