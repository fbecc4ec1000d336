import { brand } from '@shopwright/shared/brand';

/** What a search engine shows below each page's title, by file. Here, since browsers load the table of routes. */
export const descriptions: Readonly<Record<string, string>> = {
  '404.html': `There is no page at this address of ${brand.name}.`,
  'index.html':
    'Put up an online shop in a few clicks. Name it, stock it and open it, with live chat and secure data built in. Start free.',
  'signup.html': `Create your ${brand.name} account and put up your own online shop. There is a free plan.`,
  'terms.html': `The terms and conditions of ${brand.name}.`,
  'privacy-policy.html': `The privacy policy of ${brand.name}.`,
};
