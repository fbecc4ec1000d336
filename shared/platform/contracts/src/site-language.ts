import * as v from 'valibot';
import { described, textLike } from './schemas';

// Texts are written unescaped into markup, scripts and the configuration of nginx.
const text = textLike(/^[^"<>&$\\{}\n\r]+$/, 'must be one line of text without any of "<>&$\\{}');

const platformText = (defaultLanguage: string, about: string) =>
  described(`${about} In English: “${defaultLanguage}”`, v.optional(text, defaultLanguage));

/** The language of a site's or a page's texts, and their direction. */
export const languageFields = {
  lang: described(
    'The language of the texts, such as "de" or "pt-BR"; of a site: "en" if absent.',
    v.exactOptional(
      textLike(/^[A-Za-z]{2,8}(?:-[A-Za-z\d]{1,8})*$/, 'must be such as "de" or "pt-BR"'),
    ),
  ),
  dir: described(
    'The direction that they are read in: "rtl" is from right to left.',
    v.exactOptional(v.picklist(['ltr', 'rtl'], 'must be "ltr" or "rtl"')),
  ),
};
const language = v.object(languageFields);
export type Language = v.InferOutput<typeof language>;

/** The platform's own texts for visitors. */
export const siteTexts = v.strictObject({
  part: platformText('This part', 'What a notice calls a part that no row of the host names.'),
  page: platformText('This page', 'What a notice calls a page that a remote brings.'),
  lost: platformText(
    'This needs scripts, and one did not arrive. Press again, and it is asked for once more.',
    'In place of what browsers without scripts are told, where a script of the page is lost.',
  ),
  unreadable: platformText('That cannot be read.', 'Title, where a request is none.'),
  unreadableMore: platformText(
    'This browser sent something that is no request. Try again.',
    'The sentence below that.',
  ),
  cookies: platformText('Too many cookies.', 'Title, where a request has too many cookies.'),
  cookiesMore: platformText(
    'This browser sends more cookies here than can be read. Delete those of this address, then try again.',
    'The sentence below that.',
  ),
  longAddress: platformText(
    'That address is too long.',
    'Title, where an address is too long to read.',
  ),
  longAddressMore: platformText(
    'Nothing here has an address of that length. Follow a link again, or begin at the first page.',
    'The sentence below that.',
  ),
  unavailable: platformText(
    'This cannot be read at the moment.',
    'All of a page, where the store does not answer.',
  ),
  notYet: platformText('The site is not there yet.', 'All of a page, where nothing is live.'),
});

/** The language of a site, and the platform’s texts for its visitors. */
export interface SiteLanguage extends Language {
  readonly texts: v.InferOutput<typeof siteTexts>;
}

/** The language of a site that does not name one. */
export const english: SiteLanguage = { lang: 'en', texts: v.parse(siteTexts, {}) };

/** Renders the start tag of a document. It has no quotes, since nginx's configuration contains it too. */
export const htmlStartTag = ({ lang = 'en', dir }: Language) =>
  `<html lang=${lang}${dir ? ` dir=${dir}` : ''}>`;
