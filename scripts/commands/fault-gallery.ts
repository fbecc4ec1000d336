import { brand } from '@shopwright/shared/brand';
import { terminal } from '@composed/command/terminal';
import { readEnvironment } from '@composed/command/environment';
import { startFaultServer } from '../lab/faults/fault-server';
import { buildFaultyRemotes } from '../lab/faults/faulty-builds';
import { closeOnSignal, runProgram } from '@composed/command/run-program';
import { startSite } from '../tests/helpers/run-site';

/*
 * `npm run fault-gallery`: starts the site as `npm start` does, and serves it with faults on PORT. An index page links to each
 * fault. Ctrl-C ends it.
 */

/** Milliseconds until a fault is repaired: enough to see it, and to press "Try again" without success. */
const duration = 20_000;

runProgram(
  'npm run fault-gallery --',
  'a gallery of the faults that the site survives, on PORT, until Ctrl-C',
  (program) =>
    program.action(async () => {
      const { port } = readEnvironment(process.env);
      await buildFaultyRemotes();
      const site = await startSite();
      closeOnSignal(site.stop);
      try {
        const { url } = await startFaultServer(site.url, port, duration);
        terminal.write(`${brand.name}’s fault gallery is ready at ${url}\n`);
      } catch (error) {
        await site.stop();
        throw error;
      }
    }),
);
