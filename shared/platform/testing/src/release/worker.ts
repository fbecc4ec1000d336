import { randomNumbers } from './random';
import { FolderSite, testApps } from './folder-site';

/*
 * A process that makes random changes to a site until it is killed or has made a number of changes: node worker.js
 * <root> <seed> <changes> [<app>]. With an app it only publishes that app. It prints the title of each step when the
 * step begins, and "changed" after each change that wrote a revision.
 */

const [, , root = '', seed = '', changes = '', only] = process.argv;

async function work(): Promise<void> {
  const random = randomNumbers(Number(seed));
  const site = new FolderSite(root, { by: `worker ${seed}` });
  const print = (line: string) => process.stdout.write(`${line}\n`);
  site.progress = (title, step) => {
    print(title);
    return step(() => undefined);
  };
  for (let n = 0; n < Number(changes); n += 1) {
    const before = await site.ledger();
    const app = only ?? testApps[Math.floor(random() * testApps.length)] ?? 'host';
    const chance = only ? 0 : random();
    // Ignores refusals, since a random order of commands makes some of them impossible.
    const ignoreRefusal = (error: unknown) => {
      if (!(error instanceof Error && error.name === 'UserError')) throw error;
    };
    if (chance < 0.6) await site.publish(app, `${seed}.${n}`);
    else if (chance < 0.8) await site.rollback(app).catch(ignoreRefusal);
    else if (chance < 0.9) await site.change({ name: 'preview', app, preview: 'spring' });
    else await site.change({ name: 'prune', keepDays: 0 });
    if ((await site.ledger()).revision > before.revision) print('changed');
  }
}

work().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exitCode = 1;
});
