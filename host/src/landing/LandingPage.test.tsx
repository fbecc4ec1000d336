import { act, render, screen, within } from '@testing-library/react';
import { createSiteRuntime, SiteRuntimeContext } from '@composed/host/site-runtime';
import { createModuleSource } from '@composed/host/module-source';
import { siteConfig } from '../site-config';
import { LandingPage } from './LandingPage';

const load = () => Promise.resolve({ default: () => <p>The prices</p> });
const id = 'pricing/PricingSection';
/** Slots of remotes that these tests know. */
const moduleIds: readonly string[] = [id, 'signup/SignupPage'];
const sources = new Map([[id, createModuleSource(id, load, { remotes: {} })]]);

/** Renders the page with all of its islands there, and of remotes no more than these tests know. */
async function open(hasRelease = true) {
  const runtime = createSiteRuntime(
    siteConfig,
    { basePath: '', data: {}, hasRelease: (each) => hasRelease && moduleIds.includes(each) },
    { sources },
  );
  const view = render(
    <SiteRuntimeContext value={runtime}>{runtime.wrapInSite(<LandingPage />)}</SiteRuntimeContext>,
  );
  await act(() => Promise.resolve());
  await screen.findByRole('heading', { level: 1 });
  await screen.findByRole('button', { name: 'Send' });
  return view;
}

test('the page shows its sections in order, with three features and the prices', async () => {
  const { container } = await open();
  const sections = [...container.querySelectorAll<HTMLElement>('section[id]')];
  expect(sections.map(({ id }) => id)).toEqual(['features', 'pricing', 'questions', 'contact']);
  const [features, pricing] = sections;
  const names = features && within(features).getAllByRole('heading', { level: 3 });
  expect(names?.map((name) => name.textContent)).toEqual([
    'Fully functional',
    'Live Chat',
    'Secure Data',
  ]);
  expect(pricing).toHaveTextContent('The prices');
  expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup');
});

test('an empty slot shows nothing, and no link leads to it', async () => {
  const { container } = await open(false);
  expect(container.querySelector('#pricing')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});
