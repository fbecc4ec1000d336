import type { Terminal } from '../output';
import { change } from './change';
import type { ChangeCommand } from './commands';
import { createProgress } from './reports/progress';
import type { ReleaseTool } from './tool';

/**
 * Carries out a command as `change` does, for somebody at a terminal: its steps are shown, and Ctrl-C says what is live.
 * @param end ends the process then; undefined: somebody else does
 */
export async function changeWatched(
  command: ChangeCommand,
  tool: ReleaseTool,
  terminal: Terminal,
  end?: () => void,
) {
  let state = 'what is live is as it was';
  const beforeCommit = () => {
    state = 'it was going live, and the next command finishes or undoes it';
  };
  const stop = () => {
    terminal.writeError(`\nStopped: ${state}.\n`);
    end?.();
  };
  process.once('SIGINT', stop);
  const changing = change(command, tool, createProgress(terminal), beforeCommit);
  return changing.finally(() => process.off('SIGINT', stop));
}
