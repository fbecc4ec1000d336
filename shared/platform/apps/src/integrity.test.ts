import { parseReleaseManifest } from '@composed/contracts/release-manifest';
import { integrityOf, versionOf } from './integrity';

const record = { bytes: 4, integrity: integrityOf(Buffer.from('main')) };
const content = {
  app: 'pricing',
  providesVersion: 1,
  entry: 'entry.js',
  files: { 'entry.js': record },
  server: record,
  exposes: {},
  shared: {},
  global: 'remote_pricing',
  source: 'remote-pricing',
};
const maps = { 'entry.js': record };
const contracts = { 'pricing/PricingSection': 1 };

test('a manifest that is read has the version that was written', () => {
  for (const newer of [
    { maps, contracts },
    { contracts, maps },
  ]) {
    const written = { ...content, ...newer };
    const moment = { builtAt: '2026-11-24T00:00:00.000Z', commit: null };
    const text = JSON.stringify({ ...written, version: versionOf(written), ...moment });
    const read = parseReleaseManifest(text);
    expect(versionOf(read)).toBe(read.version);
  }
});
