import { toMarkdown, type Table } from './table';

const place = /(<!-- measured -->\n).*?(<!-- \/measured -->)/s;

/** The formatter would only turn the columns of figures into another shape. */
const asItIs = (text: string) =>
  `<!-- prettier-ignore-start -->\n\n${text}\n<!-- prettier-ignore-end -->\n`;

/**
 * Puts the tables of a run into the README, between its two marks: the first one to be seen at once, the
 * others behind a line that opens them.
 * @param conditions one sentence: when, on what machine, how quiet
 * @throws Error when the README has no place for them
 */
export function intoReadme(readme: string, tables: readonly Table[], conditions: string): string {
  if (!place.test(readme)) throw new Error('README.md has no <!-- measured --> … to write into.');
  const [first, ...others] = tables.map(toMarkdown);
  const text = [
    first ?? '',
    '<details>',
    '<summary>All figures of that run</summary>',
    '',
    ...others,
    '</details>',
    '',
    conditions,
    '',
  ].join('\n');
  return readme.replace(place, (_all, start, end) => `${start}${asItIs(text)}${end}`);
}
