import { EventEmitter, once } from 'node:events';
import { createProgress } from './progress';
import { createTerminal } from './terminal';

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
