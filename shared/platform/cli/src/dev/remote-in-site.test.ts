import { appNamed } from '@composed/apps';
import { devOrigin } from '@composed/build/bundler/dev-origin';
import { dataBlock, pinsElementId } from '@composed/contracts/page-elements';
import { readPins } from '@composed/compose/deployment/composed-page';
import { toDevPage } from './remote-in-site';

test('a page in development loads one remote from where it is served, and the others as they are live', () => {
  const exposes = { './SignupPage': { props: { links: true } } };
  const entry = '/assets/signup/entry.0a.js';
  const signup = { version: '0123456789ab', entry, global: 'accounts', exposes, styles: [] };
  const pricing = { ...signup, integrity: 'sha384-of-the-live-one', global: 'prices' };
  const pins = { host: 'one', basePath: '', remotes: { pricing, signup } };
  const policy = '<meta http-equiv="Content-Security-Policy" content="default-src">';
  const slots = ['pricing/PricingPage', 'signup/SignupPage', 'pricing/Plans'].map(
    (id) => `<div data-slot="${id}"><div><div>${id} as it is live</div></div></div>`,
  );
  const head = `<head>${policy}${dataBlock(pinsElementId, pins)}</head>`;
  const page = `${head}<body><main>${slots.join('')}</main></body>`;
  const remote = appNamed('pricing');
  const html = toDevPage(page, remote, appNamed('host'));
  expect(html).not.toContain('Content-Security-Policy');
  expect(html.match(/\w+\/\w+ as it is live/g)).toEqual(['signup/SignupPage as it is live']);
  expect(html.match(/<div data-slot="pricing\/\w+"><\/div>/g)).toHaveLength(2);
  const { remotes } = readPins(html);
  expect(remotes['signup']).toEqual(signup);
  expect(remotes['pricing']).toEqual({
    version: 'dev',
    entry: `${devOrigin(remote)}/entry.js`,
    styles: [],
    global: 'remote_pricing',
    exposes: { './PricingSection': { props: remote.exposes['./PricingSection']?.props } },
  });
});
