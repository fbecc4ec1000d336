import type { Compiler } from 'webpack';

/**
 * Merges the chunk of a remote’s only exposed module into the remote’s entry. Every page that loads the entry needs the
 * module, and a file of its own costs a request, a round trip and the code that loads it. Lazy imports of the module
 * stay in chunks of their own.
 * @param container name of the entry
 */
export const createMergeIntoEntryPlugin = (container: string) => ({
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('MergeIntoEntryPlugin', (compilation) => {
      // Runs before SplitChunksPlugin (stage 0), which moves styles to a chunk of their own.
      compilation.hooks.optimizeChunks.tap({ name: 'MergeIntoEntryPlugin', stage: -10 }, () => {
        const entry = compilation.namedChunks.get(container);
        const exposed = compilation.entrypoints.get(container)?.getChildren() ?? [];
        const [chunk, ...otherChunks] = exposed.flatMap(({ chunks }) => chunks);
        if (!entry || !chunk || otherChunks.length > 0) return;
        compilation.chunkGraph.integrateChunks(entry, chunk);
        compilation.chunks.delete(chunk);
      });
    });
  },
});
