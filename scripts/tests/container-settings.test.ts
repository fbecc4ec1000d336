import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readEnvironment } from '@composed/command/environment';
import { serviceTable } from '@shopwright/services/service-table';
import { containerFolder, readComposeFile } from './helpers/container-compose-file';

const dockerfile = readFileSync(path.join(containerFolder, 'Dockerfile'), 'utf8');
const instruction = (name: string) =>
  new RegExp(`^${name} (.*)$`, 'm').exec(dockerfile)?.[1]?.split(' ') ?? [];
const ofImage: Readonly<Record<string, string>> = Object.fromEntries(
  instruction('ENV').map((pair) => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']),
);
const given = {
  SITE_STORE: 's3://bucket/prefix',
  SITE_URL: 'https://shop.example.com',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
};

/** The variables that readEnvironment and the SDK of the bucket read. */
function knownVariables(): ReadonlySet<string> {
  const asked = new Set(['NODE_ENV', 'HOME']);
  const get = (_env: object, name: string) => void asked.add(name);
  readEnvironment(new Proxy({}, { get }), serviceTable.variables);
  return asked;
}

test('the commands know every variable and accept its value', () => {
  const knownNames = knownVariables();
  for (const { environment } of [
    { environment: ofImage },
    ...Object.values(readComposeFile(given)),
  ])
    expect(
      Object.keys(environment).filter((one) => !knownNames.has(one) && !one.startsWith('AWS_')),
    ).toEqual([]);
  const { 'server-1': one, 'server-2': two, services } = readComposeFile(given);
  expect(two).toEqual(one);
  const environment = readEnvironment({ ...ofImage, ...one?.environment }, serviceTable.variables);
  const { upstreams, siteStore, port, probePort } = environment;
  const at = `http://services:${port}`;
  // Visitors must not be sent to a name that only containers know.
  expect(upstreams).toEqual({ subscription: at, manager: at, storeUi: given.SITE_URL });
  expect(siteStore).toEqual({ bucket: 'bucket', prefix: 'prefix/' });
  expect(readEnvironment({ ...ofImage, ...services?.environment }).dataDir).toBe('/data');
  expect(instruction('EXPOSE')).toEqual([String(port), String(probePort)]);
  expect(() => readComposeFile({})).toThrow('SITE_STORE has to be set');
});

test('no container has rights of root or an image without an exact version', () => {
  for (const service of Object.values(readComposeFile({ ...given, IMAGE: 'shop/site:1.2.3' }))) {
    const { read_only: isReadOnly, cap_drop: dropped, security_opt: options, image } = service;
    expect([isReadOnly, dropped, options]).toEqual([true, ['ALL'], ['no-new-privileges:true']]);
    expect(image).toMatch(/:\d+\.\d+\.\d+$/);
  }
  expect(instruction('ARG').join('')).toMatch(/^BASE=.*:\d+\.\d+\.\d+-\w+-slim$/);
});

test('only servers have the key of servers, and the judge has another one', () => {
  const judge = { JUDGE_AWS_ACCESS_KEY_ID: 'judge', JUDGE_AWS_SECRET_ACCESS_KEY: 'of the judge' };
  const keys = (variables: Readonly<Record<string, string>>) =>
    Object.values(readComposeFile(variables)).flatMap(
      ({ environment }) => environment['AWS_ACCESS_KEY_ID'] ?? [],
    );
  expect(keys(given)).toEqual(['key', 'key', 'key']);
  expect(keys({ ...given, ...judge })).toEqual(['key', 'key', 'judge']);
});

test('servers have a read-only root, no capabilities, and health checks at their probes', () => {
  expect(instruction('USER')).toEqual(['1000:1000']);
  const { nginx, configuration, ...ours } = readComposeFile(given);
  expect(Object.keys(ours)).toEqual(['server-1', 'server-2', 'services']);
  for (const { read_only: isReadOnly, user, ports, healthcheck } of Object.values(ours)) {
    expect([isReadOnly, user, ports]).toEqual([true, undefined, []]);
    expect(healthcheck?.test.join(' ')).toContain(`:${ofImage['PROBE_PORT']}/readyz`);
  }
  expect(ours['services']?.volumes).toEqual([`data:${ofImage['DATA_DIR']}`]);
  expect(instruction('VOLUME')).toEqual([ofImage['DATA_DIR']]);
  const [, ...written] = configuration?.command ?? [];
  expect(written.filter((word) => word.startsWith('--server'))).toEqual([
    `--server=http://server-1:${ofImage['PORT']}`,
    `--server=http://server-2:${ofImage['PORT']}`,
  ]);
  expect(written).toContain(`--services=http://services:${ofImage['PORT']}`);
  expect(written).toContain(`--out=${nginx?.command?.[2]}`);
});
