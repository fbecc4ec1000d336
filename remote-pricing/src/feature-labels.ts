/** Words for the feature codes that the plans use today. A code that is not here is put into words. */
const knownLabels: ReadonlyMap<string, string> = new Map([
  ['PRODUCTS_10', 'Up to 10 products'],
  ['PRODUCTS_100', 'Up to 100 products'],
  ['PRODUCTS_1000', 'Up to 1000 products'],
  ['PRODUCTS_UNLIMITED', 'Unlimited products'],
  ['LIVE_CHAT', 'Live chat'],
  ['SECURE_CHECKOUT', 'Secure checkout'],
  ['CUSTOM_DOMAIN', 'Your own domain'],
  ['FREE_SUBDOMAIN', 'A free subdomain'],
  ['SSL', 'SSL included'],
  ['STAFF_1', 'One staff account'],
  ['STAFF_5', 'Up to 5 staff accounts'],
  ['STAFF_UNLIMITED', 'Unlimited staff accounts'],
  ['REPORTS', 'Sales reports'],
  ['PRIORITY_SUPPORT', 'Priority support'],
]);

/** `EARLY_ACCESS` and `early-access` both read "Early access"; `API` stays `API`. */
function humanize(code: string): string {
  const words = code.replace(/[\s_.-]+/g, ' ').trim();
  const text = words.includes(' ') ? words.toLowerCase() : words;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The label of a feature code on a price tag, never empty for a code that is not. */
export function featureLabel(code: string): string {
  return knownLabels.get(code) ?? (humanize(code) || code);
}
