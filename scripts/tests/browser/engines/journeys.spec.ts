import { parsePins } from '@composed/contracts/pins';
import { anotherRelease } from '../../helpers/change-site';
import { newVisitor } from '../../helpers/new-visitor';
import { readScreens, servePublished } from '../../helpers/run-site';
import type { EnginePage } from './engine';
import { body, expect, hydrated, isMarked, mark, test, text, turnToAnnual } from './fixtures';

// Journeys in Firefox and WebKit: the same that the other tests make in Chromium.

const url = (visitor: EnginePage) =>
  visitor.evaluate(() => location.pathname + location.search + location.hash, null);

/** The link of the header that is seen to be the current one. */
const markedLink = (visitor: EnginePage) =>
  visitor.evaluate(
    () =>
      [...document.querySelectorAll('header nav a')].find(
        (link) => getComputedStyle(link).textDecorationLine === 'underline',
      )?.textContent,
    null,
  );

const isInPlace = (visitor: EnginePage, id: string) =>
  visitor.evaluate((name) => {
    const top = document.getElementById(name)?.getBoundingClientRect().top ?? Infinity;
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    return (top >= -2 && top <= header + 32) || (atEnd && top > 0 && top < innerHeight);
  }, id);

test('an open tab keeps its release after a deploy', async ({ visitor, perWorker }) => {
  const site = await perWorker('site of open tabs', () => servePublished());
  const { publish, rollback } = await anotherRelease(site);
  const pins = () => text(visitor, '#pins');
  await visitor.goto(site.url);
  await hydrated(visitor);
  await mark(visitor);
  const before = await pins();
  await publish();
  await visitor.click('header a', 'SignUp');
  await hydrated(visitor, 'signup/SignupPage');
  await visitor.click('header a', 'Home');
  await turnToAnnual(visitor);
  expect(await isMarked(visitor)).toBe(true);
  await visitor.goto(site.url);
  await hydrated(visitor, 'pricing/PricingSection');
  expect(await pins()).not.toBe(before);
  await rollback(parsePins(before).remotes['pricing']?.version ?? '');
});

test('every page is read at every width, also when its scripts come late', async ({
  visitor,
  open,
  site,
}) => {
  const { origin } = open('slow-network');
  for (const { path, title, heading, slots } of await readScreens(site)) {
    await visitor.goto(origin + path);
    expect(await text(visitor, 'h1')).toBe(heading);
    expect(await visitor.evaluate(() => document.title, null)).toBe(title);
    // A page without a remote is hydrated by the first interaction.
    if (slots.length > 0) await hydrated(visitor);
    for (const slot of slots) await hydrated(visitor, slot);
    expect(await text(visitor, 'h1')).toBe(heading);
    for (const width of [1280, 768, 390]) {
      await visitor.resize(width, 844);
      await expect.poll(() => visitor.evaluate(() => innerWidth, null)).toBe(width);
      expect(
        await visitor.evaluate(() => document.documentElement.scrollWidth, null),
        'nothing is wider than the page',
      ).toBeLessThanOrEqual(width);
    }
  }
});

test('one visit: prices are turned, anchors and links followed, and two forms sent', async ({
  visitor,
  site,
}) => {
  const heading = () => text(visitor, 'h1');
  await visitor.goto(site.url);
  await hydrated(visitor, 'pricing/PricingSection');
  await mark(visitor);
  await turnToAnnual(visitor);
  await expect.poll(() => body(visitor)).not.toContain('$29.00');
  await visitor.click('[role=switch]', 'Annual billing');
  await expect.poll(() => body(visitor)).toContain('$29.00');

  await hydrated(visitor);
  await visitor.click('#contact button', 'Send');
  await expect.poll(() => text(visitor, '#contact')).toContain('Enter your name.');
  for (const label of ['Name', 'Email', 'Subject', 'Message']) {
    await visitor.type('grace@example.com', '#contact :is(input, textarea)', label);
  }
  await visitor.click('#contact button', 'Send');
  await expect.poll(() => text(visitor, '#contact')).toContain('Thank you.');
  await visitor.type('grace@example.com', 'form:not(#contact form) input', 'Email');
  await visitor.click('button', 'Subscribe');
  await expect.poll(async () => (await body(visitor)).split('Thank you.').length).toBe(3);

  await visitor.click('header a', 'SignUp');
  await expect.poll(heading).toBe('Create your account');
  await hydrated(visitor, 'signup/SignupPage');
  for (const [name, id] of [
    ['Features', 'features'],
    ['Pricing', 'pricing'],
    ['Contact', 'contact'],
  ] as const) {
    await visitor.click('header a', name);
    await expect.poll(() => url(visitor)).toBe(`/#${id}`);
    await expect.poll(() => isInPlace(visitor, id)).toBe(true);
    await expect.poll(() => markedLink(visitor)).toBe(name);
  }
  for (const address of ['/#pricing', '/#features', '/signup']) {
    await visitor.evaluate(() => history.back(), null);
    await expect.poll(() => url(visitor)).toBe(address);
  }
  await expect.poll(heading).toBe('Create your account');
  await visitor.click('footer a', 'Privacy Policy');
  await expect.poll(heading).toBe('Privacy Policy');
  await visitor.click('header a', 'Home');
  await expect.poll(heading).toBe('Open your shop today.');
  expect(await isMarked(visitor)).toBe(true);
});

test('no known bypass of a content policy runs a script from markup', async ({
  visitor,
  open,
  allowConsole,
}) => {
  allowConsole(/./);
  await visitor.goto(`${open('scripts-injected').origin}/`);
  await hydrated(visitor, 'pricing/PricingSection');
  await turnToAnnual(visitor);
  expect(
    await visitor.evaluate(() => document.documentElement.dataset['injected'] ?? 'none', null),
  ).toBe('none');
});

test('a visitor of an international domain signs up after two failures, and signs in', async ({
  visitor,
  open,
  allowConsole,
}) => {
  allowConsole(/Failed to load|503/);
  const { origin, repair } = open('create-503');
  await visitor.goto(`${origin}/signup`);
  await hydrated(visitor, 'signup/SignupPage');
  await visitor.click('main button', 'Sign Up');
  await expect.poll(() => body(visitor)).toContain('Enter your first name.');
  expect(await visitor.evaluate(() => document.activeElement?.getAttribute('name'), null)).toBe(
    'firstName',
  );
  const { firstName, lastName, emailAddress, password, repeatPassword } = newVisitor();
  await visitor.type(firstName, 'main input', 'First name');
  await visitor.type(lastName, 'main input', 'Last name');
  const address = emailAddress.replace(/@.*/, '@münchen.de');
  await visitor.type(`\u00A0${address}\u3000`, 'main input', 'Email');
  await visitor.type(password, 'main input', 'Password');
  await visitor.type(repeatPassword, 'main input', 'Repeat password');
  await visitor.click('main button', 'Sign Up');
  expect(
    await visitor.evaluate(
      () => document.querySelector<HTMLInputElement>('#signup-emailAddress')?.value,
      null,
    ),
  ).toBe(address);
  await expect.poll(() => text(visitor, '[role=alert]')).toContain('Failed to Register!');
  await visitor.click('[role=alert] *', 'Failed to Register!');
  await expect.poll(() => text(visitor, '[role=alert]')).toBe('');

  repair();
  await visitor.click('main button', 'Sign Up');
  await expect
    .poll(() => text(visitor, '[role=status]:has([data-mode])'))
    .toContain('Successfully Register!');
  await expect.poll(() => url(visitor)).toMatch(/^\/identity\/sign-in$/);
  expect(await text(visitor, 'h1')).toContain('Sign in');
  await visitor.type(address, 'main input', 'Email');
  await visitor.type(password, 'main input', 'Password');
  await visitor.click('main button', 'Sign in');
  await expect.poll(() => text(visitor, 'h1')).toBe(`Hello, ${firstName}.`);
});

test('a page stays readable without a remote, which “Try again” loads', async ({
  visitor,
  open,
  allowConsole,
}) => {
  allowConsole(/entry failed|Failed to load|404/);
  const { origin, repair } = open('pricing-entry-404');
  await visitor.goto(origin);
  await expect.poll(() => body(visitor)).toContain('The prices could not be loaded just now.');
  expect(await body(visitor)).toContain('$29.00');
  repair();
  await visitor.click('#pricing button', 'Try again');
  await hydrated(visitor, 'pricing/PricingSection');
  await turnToAnnual(visitor);
});
