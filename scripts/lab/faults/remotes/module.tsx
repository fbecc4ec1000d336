import { use, useEffect, useState } from 'react';
import Remote from 'the-remote';
import { has } from './page-fault';

if (has('throws-on-import')) throw new Error('fault on import');

window.addEventListener('click', ({ target }) => {
  if (!(target instanceof HTMLInputElement && target.closest('[data-slot]'))) return;
  if (has('throws-in-handler')) throw new Error('fault in an event handler');
});

const never = new Promise<never>(() => undefined);

/** The remote's component, but for the page's fault. */
function FaultyRemote(props: object) {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => {
    if (has('throws-in-effect')) throw new Error('fault in an effect');
    const timer = setTimeout(() => setIsLater(true), 500);
    return () => clearTimeout(timer);
  }, []);
  if (has('throws-in-render')) throw new Error('fault in render');
  if (isLater && has('throws-later')) throw new Error('fault in an update');
  if (has('suspends-for-ever')) {
    // Lets a test know that the time to wait has begun.
    document.documentElement.setAttribute('data-fault-suspends', '');
    use(never);
  }
  return <Remote {...props} />;
}

let exported: unknown = has('export-wrong') ? 'not a component' : FaultyRemote;
window.addEventListener('click', () => has('export-wrong') || (exported = FaultyRemote), true);

export { exported as default };
