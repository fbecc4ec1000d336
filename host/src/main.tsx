/** Lets what a visitor has done meanwhile go first. By a message: in a tab in the background a timer waits for a second. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}

/** A script from the cache can run before the parser has reached the end of the page. */
function parsed(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', () => resolve());
    else resolve();
  });
}

/** In tasks of their own, since together they take a slow phone 130 ms: to run React, the rest, and to start. */
async function begin(): Promise<void> {
  await parsed();
  await nextTask();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await nextTask();
  const { start } = await import(/* webpackMode: "eager" */ './start');
  await nextTask();
  start();
}

begin().catch((error: unknown) => {
  // The static page stays (host/README.md, Remotes that are away).
  console.error('The application could not start.', error);
});
