import { remoteFaults } from './remote-faults';

test('each fault in code tells the line that was made to fail, and no other does', () => {
  const lines = new Map(remoteFaults.map(({ name, line }) => [name, line]));
  const inCode = remoteFaults.filter(({ cause }) => !cause).map(({ name }) => name);
  expect(inCode).toHaveLength(22);
  expect([...lines].flatMap(([name, line]) => (line === undefined ? [] : name))).toEqual(inCode);
  expect([lines.get('pricing-throws-in-render'), lines.get('signup-init-throws')]).toEqual([
    expect.stringMatching(/^scripts\/lab\/faults\/remotes\/module\.tsx:\d+ .*'fault in render'/),
    expect.stringMatching(/^scripts\/lab\/faults\/remotes\/container\.ts:\d+ .*'fault in init'/),
  ]);
});
