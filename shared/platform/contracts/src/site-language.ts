import * as v from 'valibot';

const text = v.pipe(
  v.string(),
  // The text is written unescaped into markup, a script and the configuration of nginx.
  v.regex(/^[^"<>&$\\{}\n\r]+$/, 'must be one line of text without any of "<>&$\\{}'),
);

const described = (english: string, about: string) =>
  v.pipe(v.optional(text, english), v.description(`${about} In English: “${english}”`));

/** Language of the texts, and the direction in which they are read. */
export const languageFields = {
  lang: v.pipe(
    v.exactOptional(
      v.pipe(
        v.string(),
        v.regex(/^[A-Za-z]{2,8}(?:-[A-Za-z\d]{1,8})*$/, 'must be such as "de" or "pt-BR"'),
      ),
    ),
    v.description('The language of the texts, such as "de" or "pt-BR"; of a site: "en" if absent.'),
  ),
  dir: v.pipe(
    v.exactOptional(v.picklist(['ltr', 'rtl'], 'must be "ltr" or "rtl"')),
    v.description('The direction that they are read in: "rtl" is from right to left.'),
  ),
};
const language = v.object(languageFields);
export type Language = v.InferOutput<typeof language>;

/** Texts that the platform itself says to visitors. */
export const siteTexts = v.strictObject({
  part: described('This part', 'What a notice calls a part that no row of the host names.'),
  page: described('This page', 'What a notice calls a page that a remote brings.'),
  lost: described(
    'This needs scripts, and one did not arrive. Press again, and it is asked for once more.',
    'In place of what browsers without scripts are told, where a script of the page is lost.',
  ),
  unreadable: described('That cannot be read.', 'Title, where a request is none.'),
  unreadableMore: described(
    'This browser sent something that is no request. Try again.',
    'The sentence below that.',
  ),
  cookies: described('Too many cookies.', 'Title, where a request has too many cookies.'),
  cookiesMore: described(
    'This browser sends more cookies here than can be read. Delete those of this address, then try again.',
    'The sentence below that.',
  ),
  longAddress: described(
    'That address is too long.',
    'Title, where an address is too long to read.',
  ),
  longAddressMore: described(
    'Nothing here has an address of that length. Follow a link again, or begin at the first page.',
    'The sentence below that.',
  ),
  unavailable: described(
    'This cannot be read at the moment.',
    'All of a page, where the store does not answer.',
  ),
  notYet: described('The site is not there yet.', 'All of a page, where nothing is live.'),
});

/** The language of a site, and the platform’s texts for its visitors. */
export interface SiteLanguage extends Language {
  readonly texts: v.InferOutput<typeof siteTexts>;
}

/** The language of a site that names none. */
export const english: SiteLanguage = { lang: 'en', texts: v.parse(siteTexts, {}) };

/** The start tag of a document, without quotes: nginx's configuration holds it, too. */
export const htmlElement = ({ lang = 'en', dir }: Language) =>
  `<html lang=${lang}${dir ? ` dir=${dir}` : ''}>`;
