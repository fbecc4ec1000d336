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
  part: platformText('This part', 'The name in a notice for a part that no row of the host names.'),
  page: platformText('This page', 'The name in a notice for a page that a remote brings.'),
  lost: platformText(
    'This part needs a script that did not load. Press again to retry.',
    'A part of a page says this when a script of the page did not load.',
  ),
  unreadable: platformText(
    'The request cannot be read.',
    'The title of the page for a malformed request.',
  ),
  unreadableMore: platformText(
    'This browser sent something that is not a request. Try again.',
    'The sentence below that title.',
  ),
  cookies: platformText(
    'Too many cookies.',
    'The title of the page for a request with too many cookies.',
  ),
  cookiesMore: platformText(
    'This browser sends too many cookies to this site. Delete them, then try again.',
    'The sentence below that title.',
  ),
  longAddress: platformText(
    'That address is too long.',
    'The title of the page for an address that is too long.',
  ),
  longAddressMore: platformText(
    'No page here has such a long address. Follow the link again, or start at the home page.',
    'The sentence below that title.',
  ),
  unavailable: platformText(
    'This is not available at the moment.',
    'The whole text of a page while the store does not answer.',
  ),
  notYet: platformText(
    'This site is not online yet.',
    'The whole text of a page while nothing is live.',
  ),
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
