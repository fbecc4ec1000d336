import type { Compiler } from 'webpack';

/**
 * Shows the type checker’s errors as warnings of the build, which hold nothing up. shared/platform/cli/src/dev runs one
 * checker for all dev servers after each build.
 */
export const typeErrorsPlugin = (folders: readonly string[]) => ({
  apply(compiler: Compiler): void {
    const { hooks, webpack } = compiler;
    let knownErrors: readonly string[] = [];
    let lastCheck = 0;
    let lastEdit = 0;
    hooks.thisCompilation.tap('TypeErrorsPlugin', ({ warnings }) => {
      warnings.push(...knownErrors.map((error) => new webpack.WebpackError(error)));
    });
    // Watched whole: a bundler does not follow imports of types.
    hooks.afterCompile.tap('TypeErrorsPlugin', ({ contextDependencies }) => {
      for (const folder of folders) contextDependencies.add(folder);
    });
    // Errors from before an edit of types are stale; the checker finds them again.
    hooks.invalid.tap('TypeErrorsPlugin', (file, changedAt) => {
      if (!/\.tsx?$/.test(file ?? '') || changedAt <= lastCheck) return;
      lastEdit = Date.now();
      knownErrors = [];
    });
    process.on(
      'message',
      ({ startedAt, errors }: Readonly<{ startedAt: number; errors: string[] }>) => {
        // A check that began before the last edit says nothing of it. Another check follows.
        if (startedAt < lastEdit) return;
        const areNew = errors.join() !== knownErrors.join();
        lastCheck = startedAt;
        knownErrors = errors;
        if (areNew) compiler.watching?.invalidate();
      },
    );
  },
});
