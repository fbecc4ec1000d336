import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { fakeLayout } from '@composed/host/testing/layout-fakes';
import { createSite, SiteProvider } from '../site/site';
import { Header } from './Header';

beforeEach(() => void fakeLayout());

function page(address: string, hasRelease = true) {
  return (
    <SiteProvider value={createSite({ hasRelease: () => hasRelease })}>
      <MemoryRouter initialEntries={[address]}>
        <Header shownPath={address} />
      </MemoryRouter>
    </SiteProvider>
  );
}

const links = () => within(screen.getByRole('banner')).getAllByRole('link');
const link = (name: string) => within(screen.getByRole('banner')).getByRole('link', { name });

/** The links that the site promises. A team may add others among them. */
const promised = [
  ['Home', '/'],
  ['Features', '/#features'],
  ['Pricing', '/#pricing'],
  ['Contact', '/#contact'],
  ['SignIn', '/redirect/internal?serviceName=store-ui&path=/oauth2/authorization/keycloak'],
  ['SignUp', '/signup'],
];
const shownLinks = () =>
  links()
    .map((a) => [a.textContent, a.getAttribute('href')])
    .filter(([text]) => promised.some(([name]) => name === text));

test('the header has its six links in order', () => {
  render(page('/'));
  expect(shownLinks()).toEqual(promised);
});

test('the header has no link to an unavailable section', () => {
  render(page('/', false));
  expect(shownLinks().map(([name]) => name)).toEqual(['Home', 'Features', 'Contact', 'SignIn']);
  const addresses = links().map((a) => a.getAttribute('href'));
  for (const address of ['/signup', '/#pricing']) expect(addresses).not.toContain(address);
});

test.each([
  ['/', 'Home'],
  ['/signup', 'SignUp'],
])('on %s the link %s is marked as current', (address, name) => {
  render(page(address));
  const marked = links().filter((a) => a.hasAttribute('aria-current'));
  expect(marked).toEqual([link(name)]);
  expect(link(name)).toHaveAttribute('aria-current', 'page');
});
