import { aLiveSite } from '@composed/testing/release/folder-site';

test('a preview of a public site has an origin of its own, or is refused', async () => {
  const site = await aLiveSite();
  const preview = (previewUrl: string | null) =>
    site.again({ previewUrl }).change({ name: 'preview', app: 'pricing', preview: 'x' });
  await expect(preview(null)).rejects.toThrow(
    /^Previews of a public site need an origin of their own, .* name it in PREVIEW_URL/,
  );
  await expect(preview('https://shop.test:8443')).rejects.toThrow(
    /which shares no cookies with it/,
  );
  expect(await preview('https://previews.example')).toContain(
    ' at https://previews.example/preview/x/ ',
  );
  await expect(site.change({ name: 'preview-remove', preview: 'autumn' })).rejects.toThrow(
    'There is no preview "autumn". The only one is x.',
  );
});
