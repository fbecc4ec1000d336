import { serveSite } from '../../../server/server';
import { readSettings } from '../../../environment';

/* A process of its own for the embedded server under load: the bench must not slow down what it measures. */

serveSite(readSettings(process.env))
  .then((site) => {
    process.stdout.write(`ready at ${site.url}\n`);
    process.once('SIGTERM', () => void site.close().finally(() => process.exit()));
  })
  .catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode = 1;
  });
