import { useEffect, useState, type ComponentType } from 'react';
import type { Toast } from '@shopwright/shared/toasts';
import { listenToInteractions } from './interactions';
import { roleOf, useArrival, useToasts } from './useToasts';
import styles from './Viewport.module.css';

const loadViewport = () => import(/* webpackChunkName: "toasts" */ './Viewport');

interface LazyViewportProps {
  /** Loads the viewport. After a failure, the next call must try again, as webpack's `import()` does. */
  readonly load?: typeof loadViewport;
  /** Called with the cause if the viewport did not load. */
  readonly onFault?: (cause: unknown) => void;
}

/** Milliseconds that a toast waits for the toast library before `PlainViewport` draws it. */
export const viewportTimeout = 1000;

function PlainToast({ toast }: { readonly toast: Toast }) {
  const isAnnounced = useArrival(toast);
  return (
    <div
      id={toast.id}
      className={`${styles.toast} ${styles.plain}`}
      role={roleOf(toast)}
      // Focusable, so that keyboard users can keep the toast open and dismiss it.
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

/** Draws the toasts without the toast library, with the same roles, timing and interactions. */
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
 * Shows the toasts of a page. The first toast loads `Viewport`. If that fails or takes too long, `PlainViewport` draws
 * the toasts until none is left, and the next toast loads again. `React.lazy` would never try again after a failure.
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
