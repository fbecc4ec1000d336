import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { getSiteDescription } from '@composed/apps/this-repository';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { readEnvironment } from '@composed/command/environment';
import { headersOf } from '@composed/contracts/headers';
import { testServices } from '@composed/testing/server/back-end';
import { renderNginxConfiguration } from './render-configuration';
import { createNginxCommand, readNginxOptions } from './nginx-command';
import { writeNginxConfiguration } from './write-configuration';
import { describeSlowness } from '@composed/testing/lint/linear-expressions';

const server = ['--server', 'http://127.0.0.1:8080'];
const tls = ['--tls-certificate', 'a.pem', '--tls-key', 'a.key'];
const folderVariable = { SITE_DIR: '/srv/site' };

/** Options of the command for these arguments. */
function typed(args: readonly string[]) {
  const command = createNginxCommand()
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  return command.parse([...args], { from: 'user' }).opts();
}

function read(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const environment = readEnvironment({ ...folderVariable, ...env }, testServices.variables);
  return readNginxOptions(typed(args), environment, testServices);
}

function configuration(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return renderNginxConfiguration(read(args, env));
}

test('with a certificate nginx serves HTTP/2, sends HSTS, and redirects to https', () => {
  const text = configuration([...server, ...tls], {
    SITE_URL: 'https://shop.example.com',
    HSTS: 'preload',
  });
  expect(text).toContain('listen 443 ssl http2;');
  expect(text).toContain('"max-age=63072000; includeSubDomains; preload" always;');
  expect(text).toContain('XSRF-TOKEN=$request_id; Path=/; SameSite=Lax; Secure"');
  expect(text).toContain('server_name shop.example.com;');
  expect(text).toContain('return 301 "https://shop.example.com$request_uri";');
});

test('nginx relaxes the policy of pages on a site that turns Trusted Types off', () => {
  const policy = headersOf('page', { hstsScope: null, preview: false })['Content-Security-Policy'];
  expect(configuration(server)).toContain(`"${policy}" always`);
  const site = Object.assign(getSiteDescription(), { trustedTypes: 'off' });
  expect(configuration(server)).not.toContain(`"${policy}" always`);
  Reflect.deleteProperty(site, 'trustedTypes');
});

test.each<[string[], RegExp]>([
  [[], /required option '--server <address>' not specified/],
  [[...server, '--listen', '0'], /'0' is invalid\. It takes a port/],
  [[...server, '--listen', '80;\nuser x'], /option '--listen <port>' argument '80;\nuser x'/],
  [['--server', 'https://10.0.0.5'], /option '--server <address>' argument 'https:\/\/10.0.0.5'/],
  [[...server, '--tls-key', 'k'], /must be given together/],
  [[...server, ...tls], /set SITE_URL to the https address/],
  [[...server, '--redirect-listen', '80'], /must be given together/],
  [[...server, '--user', 'a; b'], /option '--user <name>' argument 'a; b'/],
])('%j is refused with one sentence', (args, message) => {
  expect(() => read(args)).toThrow(message);
});

test('no regular expression takes more than linear time', () => {
  const text = configuration(server, { PREVIEW_URL: 'https://p.example.com' });
  const quoted = [...text.matchAll(/~\*? ?"?~?\*?(\S(?:[^"\\]|\\.)*?)(?:"| \{$)/gm)];
  const expressions = quoted.map(([, source = '']) => source.replaceAll('\\z', '$'));
  expect(expressions.length).toBeGreaterThan(10);
  expect(expressions.filter((source) => describeSlowness(source, '') !== null)).toEqual([]);
});

test('a folder with a name that nginx would misread is refused', () => {
  expect(() => configuration(server, { SITE_DIR: '/srv/a$b' })).toThrow(/cannot be used/);
  expect(() => configuration(server, { SITE_DIR: '/srv/a\nb' })).toThrow(/cannot be used/);
  const text = configuration(server, { SITE_DIR: '/srv/a b;c{d}"e\\f#g' });
  expect(text).toContain('root "/srv/a b;c{d}\\"e\\\\f#g/live";');
});

test('in front of a bucket nginx forwards everything, and needs no module', () => {
  const text = configuration(server, { SITE_STORE: 's3://shop/site' });
  expect(text).toContain('server 127.0.0.1:8080 max_fails=1 fail_timeout=1s;');
  expect(text).not.toMatch(/ root |try_files|load_module/);
});

test('the file is written completely, or an error says why not', async () => {
  const folder = temporaryFolder();
  const written: string[] = [];
  const output = { write: (...parts: readonly unknown[]) => void written.push(parts.join('')) };
  const environment = readEnvironment({ SITE_DIR: folder }, testServices.variables);
  const writeTo = (file: string) =>
    writeNginxConfiguration(typed([...server, '--out', file]), environment, output, testServices);
  const out = path.join(folder, 'site.conf');
  await writeTo(out);
  expect(await readFile(out, 'utf8')).toMatch(
    /^# Written by[^\n]*; write it again after each update of the tool[^]*\}\n$/,
  );
  expect(written[0]).toMatch(
    /^Wrote .*site\.conf; "nginx -t -c .*" checks it\. Write it again after each update of this tool\.\n$/,
  );
  const away = path.join(folder, 'away', 'site.conf');
  await expect(writeTo(away)).rejects.toThrow(`${away} cannot be written (ENOENT`);
  expect(await readdir(folder)).toEqual(['site.conf']);
});
