import type { Compiler } from 'webpack';

/**
 * Puts the only module that a remote exposes into the remote’s entry. Every page that loads the one needs the other,
 * and a file of its own costs a request, a round trip and the code that loads it. What the module imports on demand
 * keeps its chunks.
 * @param container name of the entry
 */
export const oneFilePlugin = (container: string) => ({
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('OneFilePlugin', (compilation) => {
      // A stage before that of SplitChunksPlugin (0), which moves styles to a chunk of their own.
      compilation.hooks.optimizeChunks.tap({ name: 'OneFilePlugin', stage: -10 }, () => {
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
