import { startTestServices } from './services';

/** Runs the services on the folder of its argument, until it is killed; their address goes to stdout. */
startTestServices({ dataDir: process.argv[2] ?? '' }).then(
  ({ url }) => process.stdout.write(`${url}\n`),
  (error: unknown) => {
    process.stderr.write(String(error));
    process.exitCode = 1;
  },
);
