import { prepareSandboxes } from '../compose/sandbox-process';
import { terminal } from '../release/reports/progress';
import { runCommand } from '../terminal';

/* `npm run release -- <command>`: publish, roll back, preview, look. "help" lists the commands. */

const composing = ['publish', 'rollback', 'remove', 'compose'];

async function release(args: readonly string[]) {
  // Starts while this process loads the release tool.
  if (composing.includes(args[0] ?? '')) prepareSandboxes(3);
  const { refuseSwallowedOptions } = await import('../release/arguments');
  const { readSettings } = await import('../environment');
  refuseSwallowedOptions(args, process.env);
  const settings = readSettings(process.env);
  const [name, ...rest] = args;
  const isHelp = rest.includes('--help') || rest.includes('-h');
  if (name === 'nginx' && !isHelp) {
    const { runNginx } = await import('../server/nginx/run');
    await runNginx(rest, settings, terminal);
    return 0;
  }
  if (name === 'headers' && !isHelp) {
    const { formatHeaders } = await import('../server/static-headers');
    terminal.write(await formatHeaders(rest, settings));
    return 0;
  }
  const { runRelease } = await import('../release/command-line');
  const { openReleaseTool } = await import('../release/tool');
  return runRelease(args, await openReleaseTool(settings), terminal);
}

runCommand(release);
