import { aLiveSite } from '@composed/testing/release/a-site';

test('a removed app is gone from the pages, and no start of a checkout brings it back', () => {
  const site = aLiveSite().with('signup', 'v2').after({ name: 'remove', app: 'signup' }, 'Bob');
  expect(site.live()).toEqual({ host: 'v1', pricing: 'v1' });
  expect(site.started({ signup: 'v3' }).live()).not.toHaveProperty('signup');
  expect(site.plan({ name: 'start' }).outcome).toContain(
    "signup stays away: Bob removed it; to publish this checkout's: npm run release -- publish signup",
  );
  expect(site.with('signup', 'v4').live()).toMatchObject({ signup: 'v4' });
  expect(site.rolledBack('signup').live()).toMatchObject({ signup: 'v2' });
});

test('neither the host nor what is not there can be removed', () => {
  const remove = (app: string) => () => aLiveSite().plan({ name: 'remove', app });
  expect(remove('host')).toThrow('The host is the site itself and cannot be removed.');
  expect(remove('blog')).toThrow('no app of this site "blog". It can be host, pricing, signup.');
});
