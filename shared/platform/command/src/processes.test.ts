import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runToEnd } from './processes.mjs';

const node = (code: string): [string, string[]] => [process.execPath, ['--eval', code]];

test('a command that a signal ended has the exit code of a shell', async () => {
  expect(await runToEnd(...node("process.kill(process.pid, 'SIGTERM')"))).toBe(143);
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s is passed on, and what was started ends before its starter',
  async (signal) => {
    const inner = `
      process.on('${signal}', () => { console.log('inner ends'); process.exit(5); });
      setInterval(() => {}, 1000);
      console.log('inner runs');`;
    const module = pathToFileURL(join(import.meta.dirname, 'processes.mjs')).href;
    const outer = `
      import { runToEnd } from ${JSON.stringify(module)};
      const code = await runToEnd(process.execPath, ['--eval', ${JSON.stringify(inner)}]);
      console.log('outer saw ' + code);
      process.exitCode = code;`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', outer], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output === 'inner runs\n') child.kill(signal);
    });
    await once(child, 'close');
    expect(output).toBe('inner runs\ninner ends\nouter saw 5\n');
    expect(child.exitCode).toBe(5);
  },
);
