import { remoteFaults } from './remote-faults';

test('each fault in code tells the line that was made to fail', () => {
  const lines = new Map(remoteFaults.map(({ name, line }) => [name, line]));
  expect(lines.get('pricing-entry-404')).toBeUndefined();
  const sources = 'scripts/lab/faults/remotes';
  expect([
    lines.get('pricing-throws-in-render'),
    lines.get('signup-throws-in-handler'),
    lines.get('signup-init-throws'),
  ]).toEqual([
    expect.stringMatching(
      `^${sources}/module\\.tsx:\\d+ .*throw new Error\\('fault in render'\\);$`,
    ),
    expect.stringMatching(
      `^${sources}/module\\.tsx:\\d+ .*throw new Error\\('fault in an event handler'`,
    ),
    expect.stringMatching(`^${sources}/container\\.ts:\\d+ .*throw new Error\\('fault in init'`),
  ]);
});
