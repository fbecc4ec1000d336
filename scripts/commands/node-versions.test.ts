import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

test('tests that would run on another Node.js than the one they are to be tested on are refused', async () => {
  const script = ['--import', 'tsx', 'scripts/commands/node-versions.ts', 'here', '99'];
  await expect(promisify(execFile)(process.execPath, script)).rejects.toMatchObject({
    code: 1,
    stderr: `This is Node ${process.versions.node}, and Node 99 was to be tested.\n`,
  });
});
