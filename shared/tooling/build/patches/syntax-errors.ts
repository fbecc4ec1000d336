import type { Compiler } from 'webpack';

/** As ts-loader names it. */
const fileOf = (error: Error) => ('file' in error ? error.file : null);

/**
 * TypeScript goes on after a missing brace, and webpack fails at what comes out of it: the first error of a file in
 * TypeScript's words is enough, since the others come from it.
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
