import { appNamed } from '@composed/tooling/build/apps';
import { boundRemotes, monolithConfigs } from './monolith';

test('every exposed module is bound under its federation id, in a chunk of its own', () => {
  expect(boundRemotes([appNamed('pricing'), appNamed('signup')], '/site')).toBe(
    [
      'const remotes = {',
      '  "pricing/PricingSection": () => import(/* webpackChunkName: "pricing" */ "/site/remote-pricing/src/PricingSection.tsx"),',
      '  "signup/SignupPage": () => import(/* webpackChunkName: "signup" */ "/site/remote-signup/src/SignupPage.tsx"),',
      '};',
      'export const createFederation = () => (id) => remotes[id]();',
      '',
    ].join('\n'),
  );
});

const configs = monolithConfigs('/out', '/out/bound.js');

test('the monolith has the host’s build with one module replaced', () => {
  const [{ name, entry, output, plugins = [] } = {}] = configs;
  expect(name).toBe('host browser');
  expect(Object.keys(entry ?? {})).toEqual([
    ...['main', 'bootstrap', 'overlay', 'bootstrap-with-signals', 'signals'],
  ]);
  expect(output?.publicPath).toBe('/assets/host/');
  const replaced = plugins.filter(
    (plugin) => plugin && Reflect.get(plugin, 'newResource') === '/out/bound.js',
  );
  expect(replaced).toHaveLength(1);
});
