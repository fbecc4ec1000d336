import { useInsertionEffect } from 'react';
import { Icon } from '../ui/Icon';
import css from './receipt.css?raw';
import type { Toast } from './toast-store';
import { useArrival } from './useToasts';

let sheet: CSSStyleSheet | undefined;

/** Adds the styles to the document. They are part of this script, so that a page without toasts does not load them. */
function adoptStyles(): void {
  if (sheet || !('adoptedStyleSheets' in document)) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** Draws a toast as a receipt that comes out of a printer. The parent element must have the toast's role. */
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
        {/* A click anywhere on the receipt, or Escape, dismisses it. The button makes that visible. It is not
            in the tab order, so that each toast is one tab stop. */}
        <button type="button" tabIndex={-1} className="receipt-dismiss" aria-label="Dismiss">
          <Icon name="close" />
        </button>
      </div>
    </div>
  );
}
