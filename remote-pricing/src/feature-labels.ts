/** Labels of the feature codes that plans use today. For any other code, a label is derived from the code. */
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

/** Derives a label from a code: "Early access" from `EARLY_ACCESS` or `early-access`; `API` stays `API`. */
function humanize(code: string): string {
  const words = code.replace(/[\s_.-]+/g, ' ').trim();
  const text = words.includes(' ') ? words.toLowerCase() : words;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the label of a feature code on a price tag. It is empty only for an empty code. */
export function featureLabel(code: string): string {
  return knownLabels.get(code) ?? (humanize(code) || code);
}
