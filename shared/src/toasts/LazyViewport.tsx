import { useEffect, useState, type ComponentType } from 'react';
import { PlainViewport } from './PlainViewport';
import { useToasts } from './useToasts';

const loadViewport = () => import(/* webpackChunkName: "toasts" */ './Viewport');

interface LazyViewportProps {
  /** Loads the drawing of toasts; must ask again after it failed, as webpack's `import()` does. */
  readonly load?: typeof loadViewport;
  /** Told why the drawing did not come. */
  readonly onFault?: (cause: unknown) => void;
}

/** How long a toast waits for the library before it is drawn without, in milliseconds. */
export const viewportTimeout = 1000;

/**
 * The toasts of a page. Loads what draws them with the first toast, not with the page. Where that fails or does
 * not come in time, the toasts are drawn plainly, so that no message is lost, and the next toast tries again.
 *
 * Not `React.lazy`: it keeps a failure for ever, and a rejection would blank the root. The two drawings stand
 * in the same place, so one of them has all toasts until none is left.
 */
export function LazyViewport({ load = loadViewport, onFault }: LazyViewportProps) {
  const newest = useToasts()[0]?.id;
  const [Viewport, setViewport] = useState<ComponentType | null>(null);
  const [plain, setPlain] = useState(false);
  if (!newest && plain) setPlain(false);

  useEffect(() => {
    if (!newest || Viewport) return undefined;
    const timer = setTimeout(() => setPlain(true), viewportTimeout);
    load().then(
      (loaded) => setViewport(() => loaded.Viewport),
      (cause: unknown) => {
        setPlain(true);
        onFault?.(cause);
      },
    );
    return () => clearTimeout(timer);
  }, [newest, Viewport, load, onFault]);

  if (plain) return <PlainViewport />;
  return Viewport && <Viewport />;
}
