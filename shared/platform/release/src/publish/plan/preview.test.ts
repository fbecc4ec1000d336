import { aLiveSite, composedReleases } from '@composed/testing/release/a-site';
import { previewAddress } from './preview';

const rollback = (app: string) => ({ name: 'rollback', app, to: null }) as const;

test('a preview of a public site has an origin of its own, or is refused', () => {
  const site = aLiveSite().after({
    name: 'settings',
    change: { siteUrl: 'https://shop.example', limits: [] },
  });
  const preview = { name: 'preview', app: 'pricing', preview: 'x' } as const;
  expect(() => site.plan(preview)).toThrow(
    /^Previews of a public site need an origin of their own, .* name it in PREVIEW_URL/,
  );
  const previewUrl = 'https://previews.example';
  expect(previewAddress({ localUrl: 'http://localhost:8080', previewUrl }, site.ledger, 'x')).toBe(
    'https://previews.example/preview/x/',
  );
  const otherPort = { localUrl: 'http://localhost:8080', previewUrl: 'https://shop.example:8443' };
  expect(() => previewAddress(otherPort, site.ledger, 'x')).toThrow(
    /which shares no cookies with it/,
  );
});

test('a preview is no step of a rollback', () => {
  const site = aLiveSite().with('pricing', 'v2').previewing('pricing', 'v9', 'spring');
  expect(composedReleases(site.plan(rollback('pricing')))).toMatchObject({ pricing: 'v1' });
});

test('removing a preview that is not there names those that are', () => {
  const site = aLiveSite().previewing('pricing', 'v9', 'spring');
  expect(() => site.plan({ name: 'preview-remove', preview: 'autumn' })).toThrow(
    'There is no preview "autumn". The only one is spring.',
  );
});
