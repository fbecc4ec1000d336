import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { PlainViewport } from './PlainViewport';
import { useToasts } from './useToasts';

const loadViewport = () => import(/* webpackChunkName: "toasts" */ './Viewport');

interface LazyViewportProps {
  /** Loads the drawing of toasts; must ask again after it failed, as webpack's `import()` does. */
  readonly load?: typeof loadViewport;
  /** Told why the drawing did not come or broke. */
  readonly onFault?: (cause: unknown) => void;
}

/** How long a toast waits for the library before it is drawn without, in milliseconds. */
export const viewportTimeout = 1000;

/**
 * The toasts of a page. Loads what draws them with the first toast, not with the page. Where that does not
 * come in time, fails or breaks, the toasts are drawn plainly, so that no message is lost, and the next
 * toast tries again.
 *
 * Not `React.lazy`: it keeps a failure for ever, and a rejection would blank the root. The two drawings stand
 * in the same place, so one of them has all toasts until none is left.
 */
export function LazyViewport({ load = loadViewport, onFault }: LazyViewportProps) {
  const newest = useToasts()[0]?.id;
  const [Viewport, setViewport] = useState<ComponentType | null>(null);
  const [plain, setPlain] = useState(false);
  if (!newest && plain) setPlain(false);

  const waiting = newest && !Viewport && !plain;
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setPlain(true), viewportTimeout);
    return () => clearTimeout(timer);
  }, [waiting]);

  const fail = useCallback(
    (cause: unknown) => {
      setViewport(null);
      setPlain(true);
      onFault?.(cause);
    },
    [onFault],
  );
  const isLoading = useRef(false);
  useEffect(() => {
    // Toasts that wait for the same answer fail together, once.
    if (!newest || Viewport || isLoading.current) return;
    isLoading.current = true;
    load()
      .finally(() => (isLoading.current = false))
      .then((loaded) => setViewport(() => loaded.Viewport), fail);
    // `newest` asks again with each toast.
  }, [newest, Viewport, load, fail]);

  if (plain) return <PlainViewport />;
  if (!Viewport) return null;
  return (
    <ErrorBoundary onError={fail}>
      <Viewport />
    </ErrorBoundary>
  );
}
