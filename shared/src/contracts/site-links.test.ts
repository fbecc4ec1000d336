import { signInPath, siteLinks } from '@shopwright/shared/contracts/site-links';

test('the live site links to its own routes and sections', () => {
  expect(siteLinks()).toEqual({
    home: '/',
    signUp: '/signup',
    terms: '/terms',
    privacyPolicy: '/privacy-policy',
    features: '/#features',
    pricing: '/#pricing',
    contact: '/#contact',
    signIn: '/redirect/internal?serviceName=store-ui&path=/oauth2/authorization/keycloak',
  });
});

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
