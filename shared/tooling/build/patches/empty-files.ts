import type { SourceFile } from 'typescript';

/**
 * Many an editor empties a file before it writes it. A module of nothing has lost its exports, so that the page would
 * be loaded anew; a failed build leaves the page as it is until the next good one.
 */
export const refuseEmptyFile = () => (file: SourceFile) => {
  if (file.text.trim() === '') throw new Error('This file is empty.');
  return file;
};
