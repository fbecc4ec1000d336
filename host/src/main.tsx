import { start } from './start';

function begin(): void {
  try {
    start();
  } catch (error) {
    // Specification section 8: a failure to start is written to the console. The static page stays.
    console.error('The application could not start.', error);
  }
}

// A script from the cache can be here before the parser has come to the end of the page.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
else begin();
