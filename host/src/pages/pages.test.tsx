import { render, screen } from '@testing-library/react';
import { createSite, SiteProvider } from '../site/site';
import { NotFoundPage } from './NotFoundPage';

test('the 404 page says what happened, and links to the landing page, the prices and sign-up', () => {
  render(
    <SiteProvider value={createSite({ basePath: '/preview/spring' })}>
      <NotFoundPage />
    </SiteProvider>,
  );
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    'Nobody trades at this address.',
  );
  expect(screen.getAllByRole('link').map((a) => [a.textContent, a.getAttribute('href')])).toEqual([
    ['Front page', '/preview/spring/'],
    ['See prices', '/preview/spring/#pricing'],
    ['Open your shop', '/preview/spring/signup'],
  ]);
});

test('the 404 page has no link to an unavailable page', () => {
  render(
    <SiteProvider value={createSite({ hasRelease: () => false })}>
      <NotFoundPage />
    </SiteProvider>,
  );
  expect(screen.getAllByRole('listitem').map((way) => way.textContent)).toEqual(['Front page']);
});
