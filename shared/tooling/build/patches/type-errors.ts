import type { Compiler } from 'webpack';

/**
 * Shows what the type checker has found as warnings of the build, which hold nothing up; scripts/platform/dev runs one for
 * all dev servers after each build.
 */
export const typeErrorsPlugin = (folders: readonly string[]) => ({
  apply(compiler: Compiler): void {
    const { hooks, webpack } = compiler;
    let known: readonly string[] = [];
    let [lastCheck, lastEdit] = [0, 0];
    hooks.thisCompilation.tap('TypeErrorsPlugin', ({ warnings }) => {
      warnings.push(...known.map((error) => new webpack.WebpackError(error)));
    });
    // A bundler does not follow imports of types: a file of nothing else is built again with its folder.
    hooks.afterCompile.tap('TypeErrorsPlugin', ({ contextDependencies }) => {
      for (const folder of folders) contextDependencies.add(folder);
    });
    // What was found before an edit of types is for the checker to find again.
    hooks.invalid.tap('TypeErrorsPlugin', (file, changedAt) => {
      if (!/\.tsx?$/.test(file ?? '') || changedAt <= lastCheck) return;
      lastEdit = Date.now();
      known = [];
    });
    process.on(
      'message',
      ({ startedAt, errors }: Readonly<{ startedAt: number; errors: string[] }>) => {
        // The next check, after the build of that edit, knows better.
        if (startedAt < lastEdit) return;
        const areNew = errors.join() !== known.join();
        lastCheck = startedAt;
        known = errors;
        if (areNew) compiler.watching?.invalidate();
      },
    );
  },
});
