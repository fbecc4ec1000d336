import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const oxlint = join(
  dirname(createRequire(import.meta.url).resolve('oxlint/package.json')),
  'bin/oxlint',
);

/** Lints a component with this markup. @returns what is printed */
async function lint(markup: string) {
  const folder = await mkdtemp(join(tmpdir(), 'sandboxed-frames-'));
  const config = {
    jsPlugins: [join(import.meta.dirname, 'sandboxed-frames.mjs')],
    rules: { 'frames/sandboxed': 'error' },
  };
  await writeFile(join(folder, '.oxlintrc.json'), JSON.stringify(config));
  await writeFile(join(folder, 'Film.jsx'), `export const Film = (props) => ${markup};`);
  const { stdout } = spawnSync(process.execPath, [oxlint, '-A', 'all', '-D', 'frames/sandboxed'], {
    cwd: folder,
    encoding: 'utf8',
  });
  await rm(folder, { recursive: true });
  return stdout;
}

test('a frame that does not name what it may do is refused', async () => {
  expect(
    await lint('<iframe title="A film" src="https://films.example.com" {...props} />'),
  ).toMatch(/frames\(sandboxed\).*Name in `sandbox` what the frame may do/s);
});

test('a frame that names it is let through, and so is what is no frame', async () => {
  const frame = '<iframe title="A film" sandbox="allow-scripts allow-same-origin" />';
  expect(await lint(`<div>${frame}<video.iframe /></div>`)).toContain(
    'Found 0 warnings and 0 errors',
  );
});
