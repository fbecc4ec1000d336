import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { until } from '@composed/testing/server/until';
import { runBundler } from '@composed/build/release/run-bundler';
import { sideBySide } from './side-by-side';

test('the first failure ends the others, and is thrown when all have ended', async () => {
  const began: string[] = [];
  const ended: string[] = [];
  const work = async (app: string, signal: AbortSignal) => {
    began.push(app);
    await turn();
    if (app === 'b') throw new Error('b does not build');
    while (!signal.aborted) await turn();
    await turn();
    ended.push(app);
    throw new Error(`${app} was ended`);
  };
  await expect(sideBySide(['b', ...'acdefghijklmnopqrstuvwxyz'.split('')], work)).rejects.toThrow(
    'b does not build',
  );
  expect(['b', ...ended]).toEqual(began);
});

test('an aborted build leaves no process', async () => {
  const root = temporaryFolder();
  await mkdir(path.join(root, 'app'));
  await symlink(path.join(getRepositoryRoot(), 'node_modules'), path.join(root, 'node_modules'));
  const config = `
    import { writeFileSync } from 'node:fs';
    writeFileSync('process', String(process.pid));
    setInterval(() => undefined, 1000);
    export default () => new Promise(() => undefined);`;
  await writeFile(path.join(root, 'app/webpack.config.ts'), config);
  const started = path.join(root, 'app/process');
  const ending = new AbortController();
  const building = runBundler(root, { name: 'app', folder: 'app' }, [], ending.signal);
  const failure = expect(building).rejects.toThrow('The build of app failed.');
  await until(() => existsSync(started));
  ending.abort();
  await failure;
});
