import { lazy, use, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import Remote from 'the-remote';
import { hasFault } from './page-fault';

if (hasFault('throws-on-import')) throw new Error('fault on import');

window.addEventListener('click', ({ target }) => {
  if (!(target instanceof HTMLInputElement && target.closest('[data-slot]'))) return;
  if (hasFault('throws-in-handler')) throw new Error('fault in an event handler');
});

const isLazy = document.documentElement.dataset['fault']?.endsWith('-lazy-404') ?? false;
const LazyComponent = lazy(async () => {
  const module = await import(/* webpackChunkName: "faulty-lazy" */ './LazyComponent');
  return { default: module.LazyComponent };
});

/** Elements that React hoists into the head when it commits. Trusted Types refuse the last three. */
const hoisted = (
  <>
    <title>Not the page’s</title>
    <meta name="robots" content="none" />
    <link rel="icon" href="/not-the-pages.png" />
    <style href="everywhere" precedence="high" dangerouslySetInnerHTML={{ __html: 'body{}' }} />
    <script async src="https://widget.example/widget.js" />
    {createPortal(<script async src="https://widget.example/again.js" />, document.body)}
  </>
);

const never = new Promise<never>(() => undefined);

/** The remote's component with the page's fault. */
function FaultyRemote(props: object) {
  const [isLater, setIsLater] = useState(false);
  const [isPressed, setIsPressed] = useState(false);
  useEffect(() => {
    const press = () => setIsPressed(true);
    window.addEventListener('click', press);
    return () => window.removeEventListener('click', press);
  }, []);
  useEffect(() => {
    if (hasFault('throws-in-effect')) throw new Error('fault in an effect');
    const timer = setTimeout(() => setIsLater(true), 500);
    return () => clearTimeout(timer);
  }, []);
  if (hasFault('throws-in-render')) throw new Error('fault in render');
  if (isLater && hasFault('throws-later')) throw new Error('fault in an update');
  if (hasFault('suspends-for-ever')) {
    // Tells a test that the timeout has started.
    document.documentElement.setAttribute('data-fault-suspends', '');
    use(never);
  }
  const remote = <Remote {...props} />;
  // Without these faults the remote has no siblings, since React’s ids depend on the place in the tree.
  if (isLazy) return [remote, isLater && <LazyComponent key="lazy" />];
  return hasFault('hoists-at-a-press') ? [remote, isPressed && hoisted] : remote;
}

let exported: unknown = hasFault('export-wrong') ? 'not a component' : FaultyRemote;
window.addEventListener('click', () => hasFault('export-wrong') || (exported = FaultyRemote), true);

export { exported as default };
