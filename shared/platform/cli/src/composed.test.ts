import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { composed } from '@composed/testing/server/child';

test('Yarn’s Plug’n’Play is refused with what to write', async () => {
  const play = "data:text/javascript,process.versions.pnp = '3'";
  const words = ['--import', play, composed, '--help'];
  await expect(promisify(execFile)(process.execPath, words)).rejects.toThrow(
    'write "nodeLinker: node-modules" in .yarnrc.yml',
  );
});
