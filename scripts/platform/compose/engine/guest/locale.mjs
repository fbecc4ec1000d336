import { ask } from './door.mjs';
import { write, writeLocales, writeOptions } from './intl.mjs';

/*
 * The methods of the language that know locales. The engine has them and ignores the locale, so all of them are
 * replaced: they would be wrong in silence.
 */

const askMethod = (kind, value, method, locales, options, ...before) =>
  ask('localeMethod', kind, value, method, writeLocales(locales), writeOptions(options), ...before);

/** Lists show each part as it shows itself. */
function toLocaleString(locales, options) {
  const parts = Array.from(this, (part) => part?.toLocaleString(locales, options) ?? '');
  return parts.join(',');
}

const dateMethod = (method) => ({
  [method](locales, options) {
    return askMethod('date', write(this.getTime()), method, locales, options);
  },
});

const methods = [
  [
    Number,
    {
      toLocaleString(locales, options) {
        return askMethod('number', write(this.valueOf()), 'toLocaleString', locales, options);
      },
    },
  ],
  [
    BigInt,
    {
      toLocaleString(locales, options) {
        return askMethod('number', write(this.valueOf()), 'toLocaleString', locales, options);
      },
    },
  ],
  [
    Date,
    {
      ...dateMethod('toLocaleString'),
      ...dateMethod('toLocaleDateString'),
      ...dateMethod('toLocaleTimeString'),
      ...dateMethod('toString'),
      ...dateMethod('toTimeString'),
    },
  ],
  [
    String,
    {
      toLocaleUpperCase(locales) {
        return askMethod('text', String(this), 'toLocaleUpperCase', locales);
      },
      toLocaleLowerCase(locales) {
        return askMethod('text', String(this), 'toLocaleLowerCase', locales);
      },
      localeCompare(that, locales, options) {
        return askMethod('text', String(this), 'localeCompare', locales, options, String(that));
      },
    },
  ],
  [Array, { toLocaleString }],
  [Object.getPrototypeOf(Uint8Array), { toLocaleString }],
];

for (const [kind, own] of methods) {
  for (const [name, value] of Object.entries(own)) {
    Object.defineProperty(kind.prototype, name, { value, writable: true, configurable: true });
  }
}
