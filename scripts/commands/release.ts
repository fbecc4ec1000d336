import { readSettings } from '../environment';
import { runRelease } from '../release/command-line';
import { messageOf } from '../release/reports/format';
import type { Terminal } from '../release/reports/progress';
import { openReleaseTool } from '../release/tool';
import { refuseSwallowedOptions } from '../release/usage';
import { runNginx } from '../server/nginx/run';

/* `npm run release -- <command>`: publish, roll back, preview, look. "help" lists the commands. */

const terminal: Terminal = {
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  interactive: process.stdout.isTTY && !process.env['NO_COLOR'],
};

async function release(args: readonly string[]): Promise<0 | 1 | 2> {
  refuseSwallowedOptions(args, process.env);
  const settings = readSettings(process.env);
  const [name, ...rest] = args;
  if (name === 'nginx' && !rest.includes('--help') && !rest.includes('-h')) {
    return runNginx(rest, settings, terminal);
  }
  return runRelease(args, await openReleaseTool(settings), terminal);
}

release(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    terminal.writeError(`${messageOf(error)}\n`);
    process.exitCode = 1;
  },
);
