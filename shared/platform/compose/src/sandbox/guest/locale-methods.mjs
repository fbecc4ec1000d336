import { ask } from './host-functions.mjs';
import { Intl, writeDate, writeLocales, writeOptions } from './intl.mjs';
import { caseMethods, dateMethods } from './intl-methods.mjs';

/* Replaces the methods of the language that depend on the locale, since the engine's own ones ignore it. */

function define(kind, name, value) {
  Object.defineProperty(kind.prototype, name, { value, writable: true, configurable: true });
}

for (const kind of [Number, BigInt]) {
  define(kind, 'toLocaleString', function (locales, options) {
    return new Intl.NumberFormat(locales, options).format(this.valueOf());
  });
}
/** `toLocaleString` of a list joins the results of calling it on each element (ECMA-402, section 18.5). */
for (const kind of [Array, Object.getPrototypeOf(Uint8Array)]) {
  define(kind, 'toLocaleString', function (locales, options) {
    return Array.from(this, (part) => part?.toLocaleString(locales, options) ?? '').join(',');
  });
}
for (const method of dateMethods) {
  define(Date, method, function (locales, options) {
    const time = writeDate(this.getTime());
    return ask('localeMethod', time, method, writeLocales(locales), writeOptions(options));
  });
}
for (const method of caseMethods) {
  define(String, method, function (locales) {
    return ask('localeMethod', String(this), method, writeLocales(locales), null);
  });
}
define(String, 'localeCompare', function (that, locales, options) {
  return new Intl.Collator(locales, options).compare(this, that);
});
