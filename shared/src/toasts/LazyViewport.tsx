import { useEffect, useState, type ComponentType } from 'react';
import type { Toast } from '@shopwright/shared/toasts';
import { listenToInteractions } from './interactions';
import { roleOf, useArrival, useToasts } from './useToasts';
import styles from './Viewport.module.css';

const loadViewport = () => import(/* webpackChunkName: "toasts" */ './Viewport');

interface LazyViewportProps {
  /** Loads what draws toasts. After a failure another call tries again, as webpack's `import()` does. */
  readonly load?: typeof loadViewport;
  /** Called with the reason why the drawing did not load. */
  readonly onFault?: (cause: unknown) => void;
}

/** How long a toast waits for the library before it is drawn without, in milliseconds. */
export const viewportTimeout = 1000;

function PlainToast({ toast }: { readonly toast: Toast }) {
  const isAnnounced = useArrival(toast);
  return (
    <div
      id={toast.id}
      className={`${styles.toast} ${styles.plain}`}
      role={roleOf(toast)}
      // Focusable, so that a keyboard can hold and dismiss it.
      tabIndex={0}
    >
      {isAnnounced && (
        <p>
          <strong>{toast.title}</strong>
          {toast.message}
        </p>
      )}
    </div>
  );
}

/** Draws the toasts without the toast library, for when it does not come: same roles, times and handling. */
export function PlainViewport() {
  return (
    <section
      ref={listenToInteractions}
      aria-label="Notifications"
      data-screen-only
      className={styles.stack}
    >
      {useToasts().map((toast) => (
        <PlainToast key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

/**
 * The toasts of a page. The first toast loads what draws them. Where that fails or is late, toasts are drawn
 * plainly until none is left, and the next one tries again: `React.lazy` would keep the failure for ever.
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
