import type { SourceFile } from 'typescript';

/**
 * Fails the build of an empty file. Many editors empty a file before they write it, and a dev server may build it in
 * between. An empty module has no exports, so the page would reload. A failed build changes nothing in the page.
 */
export const refuseEmptyFile = () => (file: SourceFile) => {
  if (file.text.trim() === '') throw new Error('This file is empty.');
  return file;
};
