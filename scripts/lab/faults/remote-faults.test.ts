import { readFileSync } from 'node:fs';
import path from 'node:path';
import { remoteFaults } from './remote-faults';

const code = ['faulty-container.ts', 'faulty-module.tsx']
  .map((file) => readFileSync(path.join(import.meta.dirname, 'remotes', file), 'utf8'))
  .join('');

test('each fault in code names the line that fails, and no other fault does', () => {
  const lines = new Map(remoteFaults.map(({ name, line }) => [name, line]));
  const faultsInCode = new Set(
    Array.from(code.matchAll(/hasFault\('([\w-]+)'\)/g), ([, fault]) => fault),
  );
  const namesInCode = ['pricing', 'signup'].flatMap((remote) =>
    [...faultsInCode].map((fault) => `${remote}-${fault}`),
  );
  expect(faultsInCode.size).toBeGreaterThan(0);
  expect([...lines].flatMap(([name, line]) => (line === undefined ? [] : name)).sort()).toEqual(
    namesInCode.sort(),
  );
  expect([lines.get('pricing-throws-in-render'), lines.get('signup-init-throws')]).toEqual([
    expect.stringMatching(
      /^scripts\/lab\/faults\/remotes\/faulty-module\.tsx:\d+ .*'fault in render'/,
    ),
    expect.stringMatching(
      /^scripts\/lab\/faults\/remotes\/faulty-container\.ts:\d+ .*'fault in init'/,
    ),
  ]);
});
