import { signInPath, siteLinks } from '@shopwright/shared/contracts/site-links';

test('a preview keeps its visitor inside the preview, except for signing in', () => {
  const { signIn, ...ownLinks } = siteLinks('/preview/blue');
  for (const address of Object.values(ownLinks)) expect(address).toMatch(/^\/preview\/blue\//);
  expect(signIn).toBe(signInPath);
});

test('links never begin with two slashes, which would name another host', () => {
  for (const basePath of ['', '/preview/blue']) {
    for (const address of Object.values(siteLinks(basePath)))
      expect(address).not.toMatch(/^\/[/\\]/);
  }
});
