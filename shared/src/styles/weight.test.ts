import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (file: string) => readFileSync(path.join(__dirname, file));

test('the heading font is one woff2 file of 25 KB or less, with its licence next to it', () => {
  const font = read('fonts/bricolage-grotesque.woff2');
  expect(font.subarray(0, 4).toString('latin1')).toBe('wOF2');
  expect(font.byteLength).toBeLessThanOrEqual(25_000);
  expect(read('fonts/OFL.txt').toString('utf8')).toContain('SIL Open Font License, Version 1.1');
});
