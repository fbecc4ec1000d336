import { runInThisContext } from 'node:vm';
import { inGuest } from '@composed/testing/release/composable-releases';

/* The globals of guests give the same results as those of Node. */

/** Expressions that are evaluated in a guest and in Node. */
const expressions = {
  numbers: [
    'new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" }).format(1234.5)',
    'Intl.NumberFormat("en-IN").format(1e7)',
    '[1, 2.5, -0, NaN, 1 / 0, 12n, "3.5"].map(new Intl.NumberFormat("fr-FR").format)',
    'new Intl.NumberFormat("en-US", { notation: "compact" }).formatToParts(12_345)',
    'new Intl.NumberFormat("en-US").formatRange(3, 5)',
    'new Intl.NumberFormat("ar-EG").resolvedOptions().numberingSystem',
    'Intl.NumberFormat.supportedLocalesOf(["de", "xx"])',
    '(1234.5).toLocaleString("de-DE", { minimumFractionDigits: 2 })',
    '(12345678901234567890n).toLocaleString("en-US")',
    '[1234.5, new Date(0), null].toLocaleString("de-DE", { timeZone: "UTC" })',
    'new Float64Array([1234.5]).toLocaleString("de-DE")',
    'new Intl.NumberFormat("en-US") instanceof Intl.NumberFormat',
    'String(new Intl.NumberFormat("en-US"))',
  ],
  dates: [
    'new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "long", timeZone: "Europe/Paris" }).format(1.7e12)',
    'new Intl.DateTimeFormat("ja-JP", { era: "long", timeZone: "UTC" }).formatToParts(new Date(0))',
    'new Intl.DateTimeFormat("en-US", { timeZone: "UTC" }).formatRange(0, 1e9)',
    'new Date(0).toLocaleDateString("de-DE", { timeZone: "UTC", month: "long" })',
    'new Date(0).toLocaleTimeString("en-US", { timeZone: "America/New_York" })',
    'new Date(NaN).toLocaleString("en-US")',
    'new Date(2026, 1, 1).toISOString().slice(0, 5) + new Date("2026-03-01T10:00:00Z").toUTCString()',
  ],
  texts: [
    '"istanbul".toLocaleUpperCase("tr")',
    '"IJ".toLocaleLowerCase("lt")',
    '["ä", "z", "a", "Z"].sort((a, b) => a.localeCompare(b, "sv"))',
    '["ä", "z", "a"].sort(new Intl.Collator("de").compare)',
    '["file10", "file2"].sort(new Intl.Collator("en", { numeric: true }).compare)',
    '[...new Intl.Segmenter("en", { granularity: "word" }).segment("Hello, you 👋🏽")]',
    'new Intl.Segmenter("en").segment("a👋🏽b").containing(2)',
  ],
  words: [
    '[0, 1, 2, 5].map((n) => new Intl.PluralRules("ar").select(n))',
    'new Intl.PluralRules("en-US", { type: "ordinal" }).select(22)',
    'new Intl.RelativeTimeFormat("es", { numeric: "auto" }).format(-1, "day")',
    'new Intl.RelativeTimeFormat("en").formatToParts(2, "weeks")',
    'new Intl.ListFormat("en-GB", { type: "disjunction" }).format(new Set(["a", "b", "c"]))',
    'new Intl.DisplayNames("fr", { type: "region" }).of("US")',
    'new Intl.Locale("zh-TW", { hourCycle: "h12" }).maximize().toString()',
    'new Intl.Locale("en-u-ca-buddhist").calendar',
    'Intl.getCanonicalLocales("EN-us")',
    'Intl.supportedValuesOf("calendar").includes("gregory")',
  ],
  addresses: [
    'new URL("../b?x=1&x=2#h", "https://u:p@shop.example.com:8080/a/c").href',
    'JSON.parse(JSON.stringify({ url: new URL("https://shöp.example/ä b") }))',
    '(() => { const url = new URL("https://a.example/?a=1"); url.searchParams.append("b", "ü &"); url.pathname = "/x y"; url.hash = ""; return url.href; })()',
    '(() => { const url = new URL("https://a.example/?a=1"); const { searchParams } = url; searchParams.get("a"); url.search = "?c=3"; return url.searchParams.get("c"); })()',
    // Only ASCII: after many calls, canParse of Node 20 reads Latin-1 bytes as UTF-8.
    '[URL.canParse("//x", "https://a.example"), URL.parse("a b")]',
    '["http://User:Pa%20ss@EXAMPLE.com:80/a/../b/./c?q=1#f", "https://faß.de", "http://0x7f.1", "http://[1:2::ffff:1.2.3.4]", "http://a:99999", "http://日本語.jp", "mailto:a@b", "https:///foo"].map((url) => { try { return new URL(url).href } catch { return false } })',
    '[...new URLSearchParams({ b: 2, a: "1 1" })]',
    'String(new URLSearchParams([["a", "1"], ["a", "+"]]))',
    '(() => { const params = new URLSearchParams("a=1&b=2&a=3"); params.set("a", "4"); params.delete("b"); params.sort(); return [String(params), params.size, params.has("a", "4"), params.getAll("a")]; })()',
    'atob(btoa("hello"))',
  ],
  bytes: [
    '[...new TextEncoder().encode("aé€😀\\ud800")]',
    'new TextEncoder().encodeInto("aé€", new Uint8Array(4))',
    'new TextEncoder().encodeInto("😀", new Uint8Array(4))',
    'new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xff, 0xe2, 0x82, 0xf0, 0x9f, 0x98, 0x80]))',
    '(() => { const decoder = new TextDecoder(); return [[0xe2], [0x82, 0xac], []].map((bytes) => decoder.decode(new Uint8Array(bytes), { stream: bytes.length > 0 })); })()',
    'new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([0x80]))',
    'new TextDecoder().decode(new Uint16Array([0x6161]).buffer)',
    'new TextDecoder("utf-16le").decode(new Uint16Array([0x61, 0x20ac]))',
    'new TextDecoder("latin1").decode(new Uint8Array([0xe9]))',
  ],
  copies: [
    '(() => { const list = [1, { a: new Date(0) }]; const copy = structuredClone(list); return [copy, copy[1] === list[1], copy[1].a.getTime()]; })()',
    '(() => { const ring = { b: new Map([[1, new Set("ab")]]) }; ring.self = ring; const copy = structuredClone(ring); return [copy.self === copy, [...copy.b.get(1)]]; })()',
    '[...structuredClone(new Uint16Array([1, 2, 3]).subarray(1))]',
    'structuredClone(new RangeError("a")).name',
    'structuredClone(() => 1)',
    '(() => { try { structuredClone({ f() {} }); } catch (error) { return [error instanceof DOMException, error.code]; } })()',
  ],
  forms: [
    '(() => { const headers = new Headers({ "X-A": "1", accept: "a" }); headers.append("x-a", "2"); headers.append("Set-Cookie", "a=1"); headers.append("set-cookie", "b=2"); return [[...headers], headers.get("X-a"), headers.has("b"), headers.getSetCookie()]; })()',
    'new Headers({ "a b": "1" })',
    'new Headers("a")',
    '[...new Headers(new Headers([["A", " b "]])).keys()]',
    '(() => { const blob = new Blob(["aé", new Uint8Array([98]), new Blob(["c"])], { type: "Text/Plain" }); return [blob.size, blob.type, blob.slice(-2, -1).size, blob.slice(1).type, new File([blob], "a.txt", { lastModified: 1 }).lastModified]; })()',
    '(() => { const form = new FormData(); form.append("a", 1); form.append("b", "x"); form.append("a", 2); form.append("f", new Blob(["abc"])); const before = [...form].map(([name, value]) => [name, value.size ?? value]); form.set("a", 3); form.delete("b"); return [before, [...form.keys()], form.getAll("a"), form.get("c"), form.get("f").name, form.has("f")]; })()',
    'new FormData().get("a")',
  ],
  names: [
    '[AbortController, AbortSignal, Blob, CustomEvent, DOMException, Event, EventTarget, File, FormData, Headers, ReadableStream, TextDecoder, TextEncoder, TransformStream, URL, URLSearchParams, WritableStream].map(({ name }) => name)',
    '[new Blob(), new DOMException(), new File([], ""), new FormData(), new Headers(), new ReadableStream(), new URL("a:b"), new URLSearchParams()].map(String)',
  ],
  events: [
    '(() => { const heard = []; const { signal } = Object.assign(new AbortController()); signal.addEventListener("abort", () => heard.push(1)); return [signal.aborted, heard]; })()',
    '(() => { const controller = new AbortController(); const heard = []; controller.signal.addEventListener("abort", () => heard.push(controller.signal.reason.name), { once: true }); controller.abort(); controller.abort(); return heard; })()',
    'AbortSignal.any([AbortSignal.abort(1), new AbortController().signal]).reason',
    '(() => { const target = new EventTarget(); const heard = []; target.addEventListener("a", (event) => heard.push(event.type)); target.dispatchEvent(new Event("a")); return heard; })()',
    '(() => { const target = new EventTarget(); const heard = []; const listener = { handleEvent(event) { heard.push([this === listener, event.target === target, event.detail]); } }; target.addEventListener("a", listener, { once: true }); target.addEventListener("a", listener, true); const event = new CustomEvent("a", { detail: 1, cancelable: true }); target.dispatchEvent(event); target.removeEventListener("a", listener); target.dispatchEvent(event); return [heard, event.target === target, event.currentTarget, event.cancelable, event.bubbles]; })()',
    '(() => { const target = new EventTarget(); const heard = []; const { signal } = Object.assign(new AbortController(), {}); target.addEventListener("a", (event) => { heard.push(1); event.preventDefault(); event.stopImmediatePropagation(); }); target.addEventListener("a", () => heard.push(2), { signal: AbortSignal.abort() }); target.addEventListener("a", () => heard.push(3), { signal, passive: true }); return [target.dispatchEvent(new Event("a", { cancelable: true })), target.dispatchEvent(new Event("a")), heard]; })()',
    '(() => { const signal = AbortSignal.timeout(1000); return [signal.aborted, signal instanceof EventTarget]; })()',
  ],
};

const attempt =
  'try { return { value: attempt() } } catch (error) { return { error: error.name } }';

/** The program that writes the values of the expressions as JSON, in a guest and in Node. */
const programOf = (code: readonly string[]) =>
  `JSON.stringify([${code.map((each) => `() => ${each}`).join(',')}].map((attempt) => { ${attempt} }))`;

test('web APIs give the same results as in Node', async () => {
  const code = Object.values(expressions).flat();
  const answers = await inGuest(`return encodeURIComponent(${programOf(code)})`);
  const expected = JSON.parse(String(runInThisContext(programOf(code)))) as unknown[];
  const given = JSON.parse(decodeURIComponent(answers)) as unknown[];
  expect(code.map((each, at) => [each, given[at]])).toEqual(
    code.map((each, at) => [each, expected[at]]),
  );
});

test('timers run in the order in which they are due, without waiting', async () => {
  const heard = await inGuest(`
    const heard = [];
    return new Promise((resolve) => {
      setTimeout(() => resolve(encodeURIComponent(JSON.stringify(heard))), 3_600_000);
      setTimeout((word) => heard.push(word), 20, 'second');
      setTimeout(() => heard.push('first'), 10);
      setImmediate(() => heard.push('soon'));
      const late = AbortSignal.timeout(25);
      late.addEventListener('abort', () => heard.push(late.reason.name));
      queueMicrotask(() => heard.push('at once'));
      clearTimeout(setTimeout(() => heard.push('never'), 1));
      const id = setInterval(() => { if (heard.push('again') > 6) clearInterval(id) }, 30);
      heard.push(Date.now() === new Date().getTime(), performance.now());
    })`);
  expect(JSON.parse(decodeURIComponent(heard))).toEqual([
    true,
    0,
    'at once',
    'soon',
    'first',
    'second',
    'TimeoutError',
    'again',
  ]);
});

test('a stream delivers its chunks in order, and its error', async () => {
  const chunks = await inGuest(`
    return (async () => {
      let at = 0;
      const stream = new ReadableStream({ pull(controller) { at < 3 ? controller.enqueue(at++) : controller.close() } });
      const chunks = [];
      for await (const chunk of stream) chunks.push(chunk);
      const broken = new ReadableStream({ start(controller) { controller.error(new Error('cut')) } });
      const error = await broken.getReader().read().catch(({ message }) => message);
      return encodeURIComponent(JSON.stringify([chunks, stream.locked, error]));
    })()`);
  expect(JSON.parse(decodeURIComponent(chunks))).toEqual([[0, 1, 2], false, 'cut']);
});

test('streams can be piped, and decode the bytes of a file', async () => {
  const read = await inGuest(`
    return (async () => {
      const shout = new TransformStream({ transform: (text, controller) => controller.enqueue(text.toUpperCase()) });
      const [one, two] = new Blob(['a€', 'b']).stream().pipeThrough(new TextDecoderStream()).pipeThrough(shout).tee();
      const texts = [];
      await one.pipeTo(new WritableStream({ write: (text) => void texts.push(text) }));
      for await (const text of two) texts.push(text);
      return encodeURIComponent(texts.join(''));
    })()`);
  expect(decodeURIComponent(read)).toBe('A€BA€B');
});
