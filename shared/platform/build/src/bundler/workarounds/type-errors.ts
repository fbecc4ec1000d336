import type { Compiler } from 'webpack';

/**
 * Shows the type checker’s errors as warnings, which do not fail the build. shared/platform/cli/src/dev runs one
 * checker for all dev servers after each build.
 */
export const createTypeErrorsPlugin = (folders: readonly string[]) => ({
  apply(compiler: Compiler): void {
    const { hooks, webpack } = compiler;
    let knownErrors: readonly string[] = [];
    let lastCheck = 0;
    let lastEdit = 0;
    hooks.thisCompilation.tap('TypeErrorsPlugin', ({ warnings }) => {
      warnings.push(...knownErrors.map((error) => new webpack.WebpackError(error)));
    });
    // Watches whole folders, since the bundler drops imports of types and so does not watch their files.
    hooks.afterCompile.tap('TypeErrorsPlugin', ({ contextDependencies }) => {
      for (const folder of folders) contextDependencies.add(folder);
    });
    // An edit makes the known errors stale. The next check reports those that remain.
    hooks.invalid.tap('TypeErrorsPlugin', (file, changedAt) => {
      if (!/\.tsx?$/.test(file ?? '') || changedAt <= lastCheck) return;
      lastEdit = Date.now();
      knownErrors = [];
    });
    process.on(
      'message',
      ({ startedAt, errors }: Readonly<{ startedAt: number; errors: string[] }>) => {
        // Ignores a check that began before the last edit. Another check follows.
        if (startedAt < lastEdit) return;
        const areNew = errors.join() !== knownErrors.join();
        lastCheck = startedAt;
        knownErrors = errors;
        if (areNew) compiler.watching?.invalidate();
      },
    );
  },
});
