import type { Compiler } from 'webpack';

/** The file of an error, under ts-loader’s name for it. */
const fileOf = (error: Error) => ('file' in error ? error.file : null);

/**
 * Keeps the first error of each file, in TypeScript’s words. TypeScript goes on after a missing brace, and webpack
 * fails at the output; all later errors come from the first.
 */
export const syntaxErrorPlugin = {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('SyntaxErrorPlugin', ({ hooks }) => {
      hooks.processErrors.tap('SyntaxErrorPlugin', (errors) => {
        const typed = errors.filter(({ message }) => /^TS\d/.test(message));
        const byFile = new Map(typed.toReversed().map((error) => [fileOf(error), error]));
        return typed.length > 0 ? [...byFile.values()].toReversed() : errors;
      });
    });
  },
};
