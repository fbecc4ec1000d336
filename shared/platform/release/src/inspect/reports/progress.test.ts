import { EventEmitter, once } from 'node:events';
import { createTerminal } from '@composed/command/terminal';
import { aLiveSite } from '@composed/testing/release/folder-site';
import { runRelease } from '../../commands/command-line';
import { createProgress } from './progress';

test('without a terminal a long step prints its start and its progress', async () => {
  jest.useFakeTimers();
  try {
    let out = '';
    const write = (text: string) => void (out += text);
    const progress = createProgress(createTerminal(write, write, false));
    const work = new EventEmitter();
    const step = progress('Build host', async (count) => {
      count(0, 3);
      await once(work, 'end');
      return { detail: '' };
    });
    jest.advanceTimersByTime(2000);
    jest.advanceTimersByTime(8000);
    expect(out).toBe('  … Build host · 0 of 3\n  … Build host · 0 of 3 · 10.0 s\n');
    out = '';
    work.emit('end');
    await step;
    await progress('Build pricing', async () => ({ detail: '' }));
    jest.advanceTimersByTime(10_000);
    expect(out).toMatch(/^ {2}✓ Build host [^\n]+\n {2}✓ Build pricing [^\n]+\n$/);
  } finally {
    jest.useRealTimers();
  }
});

test('Ctrl-C prints that the live site has not changed', async () => {
  const site = await aLiveSite();
  const exit = jest.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended');
  });
  let err = '';
  const terminal = createTerminal(
    () => undefined,
    (text) => void (err += text),
    false,
  );
  const work = new EventEmitter();
  const compose = () => {
    work.emit('begin');
    return new Promise<never>(() => undefined);
  };
  const hanging = site.again({ compose });
  hanging.sources.set('pricing', 'v2');
  void runRelease(['publish', 'pricing'], hanging.tool, terminal);
  await once(work, 'begin');
  expect(() => process.emit('SIGINT')).toThrow('ended');
  expect(exit).toHaveBeenCalledWith(130);
  expect(err).toBe('\nStopped: what is live is as it was.\n');
});
