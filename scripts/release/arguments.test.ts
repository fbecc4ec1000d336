import { refuseSwallowedOptions } from './arguments';

test('an option that npm swallowed is named, with what to type', () => {
  const refused = () =>
    refuseSwallowedOptions(['publish', 'pricing'], { npm_config_dry_run: 'true' });
  expect(refused).toThrow(
    'npm kept --dry-run for itself; type "--" before the command: npm run release -- publish pricing --dry-run',
  );
  expect(() => refuseSwallowedOptions(['publish', 'pricing', '--dry-run'], {})).not.toThrow();
});
