import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { globSync } from 'tinyglobby';

type Words = Readonly<Record<string, string>>;

/** The languages of the site: Arabic, with one page in German. The guide has them the other way round. */
export const language = {
  lang: 'ar',
  dir: 'rtl',
  locale: 'ar-EG',
  other: { lang: 'de', dir: 'ltr', title: 'Öffnungszeiten' },
};

/** Words of the guide → their replacements. */
export const guideWords: Words = {
  "lang: 'ar'": "lang: 'de'",
  "dir: 'rtl'": "dir: 'ltr'",
  '"lang": "de"': '"lang": "ar", "dir": "rtl"',
  'de-DE': 'ar-EG',
  'ساعات العمل': 'Öffnungszeiten',
  'متى نفتح أبوابنا كل يوم.': 'Wann wir jeden Tag öffnen.',
  'نفتح كل يوم من السابعة صباحًا.': 'Wir öffnen jeden Tag um sieben.',
  'Diese Seite': 'هذه الصفحة',
  'Dieser Teil': 'هذا الجزء',
  'Hier ist noch nichts.': 'لا شيء هنا بعد.',
  'Das kann gerade nicht gelesen werden.': 'تتعذر القراءة الآن.',
  'Zum Inhalt': 'إلى المحتوى',
  Hauptmenü: 'القائمة الرئيسية',
  'Noch einmal': 'أعد المحاولة',
  'Wird versucht …': 'جارٍ المحاولة…',
  '${label} sind gerade nicht zu laden.': 'تعذّر تحميل ${label} الآن.',
  ', jeden Morgen frisch.': '، طازج كل صباح.',
  Roggenbrot: 'خبز الجاودار',
  Dinkelbrot: 'خبز الحنطة',
  'Brote heute': 'رغيفًا اليوم',
  '>Start<': '>البداية<',
};

/** Words of the template → their translations. */
const templateWords: Words = {
  Welcome: 'أهلًا بكم',
  'About us': 'من نحن',
  'First steps': 'الخطوات الأولى',
  'Page not found': 'الصفحة غير موجودة',
  'There is no page at this address.': 'لا صفحة في هذا العنوان.',
  'Go to the first page': 'إلى الصفحة الأولى',
  'Something good, made every day.': 'شيء طيب نصنعه كل يوم.',
  'Show all news': 'كل الأخبار',
  'Who we are': 'من نحن؟',
  'We are open.': 'فتحنا أبوابنا.',
  'Everything is fresh.': 'كل شيء طازج.',
  'Tell your friends.': 'أخبروا أصدقاءكم.',
  'The news': 'الأخبار',
  '<h2>News': '<h2>الأخبار',
};

/** Translates a text of the template or the guide. */
export const translateText = (text: string): string =>
  templateWords[text] ?? guideWords[text] ?? text;

/** The heading of the site’s remote. */
export const heading = translateText('<h2>News').slice('<h2>'.length);
const notice = '${label} sind gerade nicht zu laden.';
export const unavailable = translateText(notice).replace('${label}', translateText('The news'));

/** Translates the sources of a generated site. */
export async function translate(site: string): Promise<void> {
  const sources = '{host,remote-news,shared}/src/**/*.{ts,tsx}';
  for (const file of globSync(sources, { cwd: site, ignore: '**/node_modules/**' })) {
    const text = await readFile(path.join(site, file), 'utf8');
    const changed = Object.entries(templateWords).reduce(
      (all, [from, to]) => all.replaceAll(from, to),
      text,
    );
    if (changed !== text) await writeFile(path.join(site, file), changed);
  }
}

/** Asserts the direction of a page on a desktop and on a phone, and that nothing overflows. */
export async function expectDirection(page: Page, dir: string): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const found = await page.evaluate(() => {
      const centre = (selector: string) => {
        const { left = NaN, right = NaN } =
          document.querySelector(selector)?.getBoundingClientRect() ?? {};
        return (left + right) / 2;
      };
      const toTheRight = centre('header > a') > centre('header > nav');
      const { left = NaN, right = NaN } =
        document.querySelector('h1')?.getBoundingClientRect() ?? {};
      const { scrollWidth, clientWidth } = document.documentElement;
      return { toTheRight, side: clientWidth - right - left, over: scrollWidth - clientWidth };
    });
    const isRight = dir === 'rtl';
    expect([width, found.over, found.toTheRight]).toEqual([width, 0, isRight]);
    if (width === 1280) expect(found.side < 0).toBe(isRight);
  }
}
