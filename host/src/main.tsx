// First: it hears of what throws in the modules that follow.
import './error-reporting/watch-scripts';
import { report } from './error-reporting/report-fault';
import { start } from './start';

function begin(): void {
  try {
    start();
  } catch (error) {
    // The static page stays (host/README.md, Remotes that are away).
    console.error('The application could not start.', error);
    report('host', 'main', 'script', error);
  }
}

// A script from the cache can run before the parser has reached the end of the page. Otherwise in a task of
// its own: running all modules takes a slow phone 50 ms, and so does the start. By a message, since a timer
// waits for up to a second in a tab in the background.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
else {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = begin;
  port2.postMessage(null);
}
