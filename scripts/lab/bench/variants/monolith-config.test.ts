import { remoteApps } from 'shared/build/apps';
import { boundRemotes, boundServerConfig, monolithBrowserConfig } from './monolith-config';

test('every exposed module is bound under its federation id, in a chunk of its own', () => {
  expect(boundRemotes(remoteApps, '/site')).toBe(
    [
      'const remotes = {',
      '  "pricing/PricingSection": () => import(/* webpackChunkName: "pricing" */ "/site/remote-pricing/src/PricingSection"),',
      '  "signup/SignupPage": () => import(/* webpackChunkName: "signup" */ "/site/remote-signup/src/SignupPage"),',
      '};',
      'export const createFederation = () => (id) => remotes[id]();',
      '',
    ].join('\n'),
  );
});

test('the monolith has the host’s build with one module replaced', () => {
  const { name, entry, output, plugins = [] } = monolithBrowserConfig('/out', '/out/bound.js');
  expect(name).toBe('host browser');
  expect(Object.keys(entry ?? {})).toEqual(['main', 'bootstrap', 'overlay']);
  expect(output?.publicPath).toBe('/assets/host/');
  const replaced = plugins.filter(
    (plugin) => plugin && Reflect.get(plugin, 'newResource') === '/out/bound.js',
  );
  expect(replaced).toHaveLength(1);
});

test('a bound remote is rendered with the host’s addresses, which its browser build has', () => {
  const [pricing] = remoteApps;
  if (!pricing) throw new Error('There is no remote.');
  const { name, output } = boundServerConfig(pricing, '/out');
  expect(name).toBe('pricing server');
  expect(output?.publicPath).toBe('/assets/host/');
});
