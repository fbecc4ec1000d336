import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, useRoutes } from 'react-router-dom';
import { createSiteRuntime, SiteRuntimeContext } from '@composed/host/site-runtime';
import { fakeLayout, type LayoutFakes } from '@composed/host/testing/layout-fakes';
import { useShownNavigation } from '@composed/host/shown-navigation';
import { siteConfig } from '../site-config';
import { Shell } from './Shell';

let layout: LayoutFakes;
function Landing() {
  return (
    <>
      <h1>Open your shop</h1>
      <section id="features">Features</section>
      <section id="pricing">
        Prices <a href="/signup">Sign Up</a>
      </section>
      <section id="contact">Contact</section>
    </>
  );
}

const remote = { __html: '<h1>Create your account</h1>' };

/** Writes its markup without React, so that a test can replace it. */
function Remote() {
  return <div data-testid="signup" dangerouslySetInnerHTML={remote} />;
}

const pages = [
  { path: '/', element: <Landing /> },
  { path: '/signup', element: <Remote /> },
  { path: '*', element: <p>Nothing</p> },
];
const runtime = createSiteRuntime(siteConfig, { basePath: '', data: {}, hasRelease: () => true });
const loadNothing = () => null;
/** The browser's buttons, and the site between them. */
function Site() {
  const navigation = useShownNavigation(loadNothing);
  return (
    <>
      <button onClick={() => window.history.back()}>Back</button>
      <button onClick={() => window.history.forward()}>Forward</button>
      <Shell navigation={navigation}>{useRoutes(pages, navigation.location)}</Shell>
    </>
  );
}

function open(address = '/') {
  window.history.replaceState(null, '', address);
  render(
    <SiteRuntimeContext value={runtime}>
      <BrowserRouter useTransitions={false}>{runtime.wrapInSite(<Site />)}</BrowserRouter>
    </SiteRuntimeContext>,
  );
  return userEvent.setup();
}

const header = () => within(screen.getByRole('banner'));
const status = () => screen.getByRole('status');
beforeEach(() => {
  sessionStorage.clear();
  layout = fakeLayout();
});

test('a page without a heading gets focus on its content', async () => {
  const user = open();
  await user.click(await screen.findByRole('link', { name: 'Privacy Policy' }));
  expect(screen.getByRole('main')).toHaveFocus();
});

test('late content does not take focus from what the visitor has focused since', async () => {
  const user = open();
  await user.click(header().getByRole('link', { name: 'SignUp' }));
  header().getByRole('link', { name: 'Home' }).focus();
  screen.getByTestId('signup').innerHTML = '<h1>The remote’s own heading</h1>';
  await act(() => Promise.resolve());
  expect(header().getByRole('link', { name: 'Home' })).toHaveFocus();
});

test('an anchor scrolls smoothly to its section and focuses it, without an announcement', async () => {
  const user = open();
  await user.click(header().getByRole('link', { name: 'Pricing' }));
  expect(layout.scrolls).toEqual(['#pricing smooth']);
  expect(document.getElementById('pricing')).toHaveFocus();
  expect(status()).toBeEmptyDOMElement();
});

test('pressing an anchor twice scrolls twice, and Home returns to the heading', async () => {
  const user = open();
  for (const name of ['Pricing', 'Pricing', 'Home']) {
    await user.click(header().getByRole('link', { name }));
  }
  expect(layout.scrolls).toEqual(['#pricing smooth', '#pricing smooth', 'top 0 smooth']);
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('Back within a page restores the scroll position and focuses the link again', async () => {
  const user = open();
  await user.click(header().getByRole('link', { name: 'Pricing' }));
  await user.click(screen.getByText('Back'));
  await waitFor(() => expect(layout.scrolls.at(-1)).toBe('top 0 instant'));
  expect(header().getByRole('link', { name: 'Pricing' })).toHaveFocus();
});

test('a section is focusable only while it has the focus that an anchor gave it', async () => {
  const user = open();
  await user.click(header().getByRole('link', { name: 'Pricing' }));
  const section = document.getElementById('pricing');
  expect(section).toHaveAttribute('tabindex', '-1');
  await user.tab();
  expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveFocus();
  expect(section).not.toHaveAttribute('tabindex');
});

test('late content does not move a page away from its anchor', () => {
  open('/#pricing');
  act(() => layout.growTo(3900));
  act(() => layout.growTo(4200));
  expect(layout.scrolls).toEqual(['#pricing instant', '#pricing instant', '#pricing instant']);
});

test.each(['wheel', 'touchmove', 'keydown'])(
  'after a %s the page no longer holds its anchor',
  (type) => {
    open('/#pricing');
    window.dispatchEvent(new Event(type));
    act(() => layout.growTo(3900));
    expect(layout.scrolls).toEqual(['#pricing instant']);
  },
);

test('after scrolling without an input event the page no longer holds its anchor', async () => {
  open('/#pricing');
  await act(() => new Promise((done) => requestAnimationFrame(done)));
  window.dispatchEvent(new Event('scroll'));
  act(() => layout.growTo(3900));
  expect(layout.scrolls).toEqual(['#pricing instant']);
});

test('Back and Forward restore the scroll position and the focused control', async () => {
  const user = open();
  window.scrollTo({ top: 1200 });
  window.dispatchEvent(new Event('scroll'));
  await user.click(header().getByRole('link', { name: 'SignUp' }));
  window.scrollTo({ top: 80 });
  window.dispatchEvent(new Event('scroll'));
  await user.click(screen.getByText('Back'));
  await waitFor(() => expect(layout.scrolls.at(-1)).toBe('top 1200 instant'));
  expect(header().getByRole('link', { name: 'SignUp' })).toHaveFocus();
  await user.click(screen.getByText('Forward'));
  await waitFor(() => expect(layout.scrolls.at(-1)).toBe('top 80 instant'));
  expect(status()).toHaveTextContent('Create your account');
  // A link is no return, whatever was saved.
  await user.click(header().getByRole('link', { name: 'Home' }));
  expect(layout.scrolls.at(-1)).toBe('top 0 instant');
});

test('a typed address with a hash goes to its anchor, although browsers report it as a move in the history', () => {
  open();
  act(() => {
    window.history.replaceState(null, '', '/#contact');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(layout.scrolls).toEqual(['#contact instant']);
  expect(document.getElementById('contact')).toHaveFocus();
});

test('the scroll-to-top link honours reduced motion, and the next Tab starts at the top', async () => {
  const user = open();
  const control = screen.getByTitle('Scroll To Top');
  expect(control).toHaveAttribute('id', 'scrollUp');
  expect(control).toHaveAttribute('href', '#top');
  expect(control.querySelector('svg')).toBeInTheDocument();
  await user.click(control);
  expect(layout.scrolls).toEqual(['top 0 smooth']);
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  // Without motion the scroll is immediate.
  window.matchMedia = jest.fn().mockReturnValue({ matches: true });
  await user.click(control);
  expect(layout.scrolls.at(-1)).toBe('top 0 instant');
});
