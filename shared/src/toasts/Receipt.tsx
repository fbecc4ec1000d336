import { useInsertionEffect } from 'react';
import { Icon } from '../ui/Icon';
import css from './receipt.css?raw';
import type { Toast } from './store';
import { useArrival } from './useToasts';

let sheet: CSSStyleSheet | undefined;

/** The styles come with this script, so that a page without a toast does not load them. */
function adoptStyles(): void {
  if (sheet || !('adoptedStyleSheets' in document)) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** A toast as a little receipt that comes out of a printer's slot. Whoever draws it gives it its role. */
export function Receipt({ toast }: { readonly toast: Toast }) {
  useInsertionEffect(adoptStyles, []);
  const ready = useArrival(toast);
  if (!ready) return null;
  return (
    <div className="receipt" data-kind={toast.kind} data-mode={toast.life.mode}>
      <div className="receipt-paper">
        <span className="receipt-icon">
          <Icon name={toast.kind === 'success' ? 'check' : 'alert'} />
        </span>
        <p className="receipt-title">{toast.title}</p>
        <p className="receipt-message">{toast.message}</p>
        {/* The whole receipt is a target and Escape works on it; this makes that findable without
            putting a second stop between the toasts. */}
        <button type="button" tabIndex={-1} className="receipt-dismiss" aria-label="Dismiss">
          <Icon name="close" />
        </button>
      </div>
    </div>
  );
}
