import type { Compiler } from 'webpack';

/** The file of an error of ts-loader. */
const fileOf = (error: Error) => ('file' in error ? error.file : null);

/**
 * Keeps only the first syntax error of each file, as TypeScript reports it. After a missing brace TypeScript reports
 * further errors, and webpack fails to parse the output, but all of these follow from the first.
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
