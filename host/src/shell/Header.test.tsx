import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { Link, MemoryRouter, useLocation } from 'react-router-dom';
import { createSite, SiteProvider } from '../site/site';
import { Header } from './Header';
import { fakeLayout, type LayoutFakes } from '@composed/host/testing/layout-fakes';

let layout: LayoutFakes;

/** jsdom has no popovers: whether this one is open is said here. */
let isOpen = false;
const matches = Object.getOwnPropertyDescriptor(Element.prototype, 'matches') ?? {};

beforeEach(() => {
  layout = fakeLayout();
  isOpen = false;
  Object.defineProperty(Element.prototype, 'matches', {
    ...matches,
    value(this: Element, selector: string): unknown {
      return selector === ':popover-open'
        ? isOpen
        : Reflect.apply(matches.value as () => unknown, this, [selector]);
    },
  });
  HTMLElement.prototype.hidePopover = () => {
    isOpen = false;
  };
});

afterEach(() => {
  Object.defineProperty(Element.prototype, 'matches', matches);
  Reflect.deleteProperty(HTMLElement.prototype, 'hidePopover');
});

function Site() {
  return (
    <>
      <Header shownPath={useLocation().pathname} />
      {['features', 'pricing', 'contact'].map((id) => (
        <section key={id} id={id} />
      ))}
      <Link to="/signup">Elsewhere</Link>
    </>
  );
}

function page(address: string, isThere = true) {
  return (
    <SiteProvider value={createSite({ isThere: () => isThere })}>
      <MemoryRouter initialEntries={[address]}>
        <Site />
      </MemoryRouter>
    </SiteProvider>
  );
}

const links = () => within(screen.getByRole('banner')).getAllByRole('link');
const link = (name: string) => within(screen.getByRole('banner')).getByRole('link', { name });

test('the header has exactly its six links', () => {
  render(page('/'));
  expect(links().map((a) => [a.textContent, a.getAttribute('href')])).toEqual([
    ['Home', '/'],
    ['Features', '/#features'],
    ['Pricing', '/#pricing'],
    ['Contact', '/#contact'],
    ['SignIn', '/redirect/internal?serviceName=store-ui&path=/oauth2/authorization/keycloak'],
    ['SignUp', '/signup'],
  ]);
});

test('nothing in the header leads to what is unavailable', () => {
  render(page('/', false));
  expect(links().map((a) => a.textContent)).toEqual(['Home', 'Features', 'Contact', 'SignIn']);
});

test.each([
  ['/', 'Home'],
  ['/signup', 'SignUp'],
])('on %s the link %s is marked as the page', (address, name) => {
  render(page(address));
  const marked = links().filter((a) => a.hasAttribute('aria-current'));
  expect(marked).toEqual([link(name)]);
  expect(link(name)).toHaveAttribute('aria-current', 'page');
});

test('the section in view is marked, one at a time', () => {
  render(page('/'));
  act(() => layout.see('features', true));
  expect(link('Features')).toHaveAttribute('aria-current', 'location');
  act(() => layout.see('pricing', true));
  expect(link('Features')).not.toHaveAttribute('aria-current');
  expect(link('Pricing')).toHaveAttribute('aria-current', 'location');
  act(() => layout.see('pricing', false));
  expect(link('Pricing')).not.toHaveAttribute('aria-current');
  expect(link('Features')).toHaveAttribute('aria-current', 'location');
  act(() => layout.see('features', false));
  expect(link('Features')).not.toHaveAttribute('aria-current');
});

test('the menu is opened by the browser itself, before scripts run', () => {
  const html = renderToString(page('/'));
  expect(html).toMatch(/<button type="button"[^>]* popoverTarget="site-menu"/i);
  expect(html).toMatch(/<nav id="site-menu" popover="auto"/);
  expect(html).not.toContain('aria-expanded');
});

test('a menu opened before hydration stays open, and closes on navigation', async () => {
  isOpen = true;
  render(page('/'));
  expect(isOpen).toBe(true);
  await userEvent.click(screen.getByText('Elsewhere'));
  expect(isOpen).toBe(false);
});

test('the menu closes when focus goes on into the page, not when it returns to the button', async () => {
  render(page('/'));
  const user = userEvent.setup();
  isOpen = true;
  link('Home').focus();
  await user.tab();
  expect(isOpen).toBe(true);
  await user.tab({ shift: true });
  await user.tab({ shift: true });
  expect(screen.getByRole('button', { name: 'Menu' })).toHaveFocus();
  expect(isOpen).toBe(true);
  link('SignUp').focus();
  await user.tab();
  expect(screen.getByText('Elsewhere')).toHaveFocus();
  expect(isOpen).toBe(false);
});

test('the menu closes when the screen grows wide', () => {
  const screenWidth = Object.assign(new EventTarget(), { matches: false });
  window.matchMedia = jest.fn().mockReturnValue(screenWidth);
  render(page('/'));
  isOpen = true;
  screenWidth.dispatchEvent(new Event('change'));
  expect(isOpen).toBe(false);
});
