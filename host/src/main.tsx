import { start } from './start';

try {
  start();
} catch (error) {
  // Specification section 8: a failure to start is written to the console. The static page stays.
  console.error('The application could not start.', error);
}
