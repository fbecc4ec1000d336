import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/global.css';
import { LazyViewport } from './toasts/LazyViewport';

/**
 * Shows a page that needs no host, with its toasts: a remote alone, or stories.
 * @throws Error when the document has no root
 */
export function showPage(page: ReactNode): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  createRoot(root).render(
    <StrictMode>
      {page}
      <LazyViewport />
    </StrictMode>,
  );
}

/** Shows a page that another framework, or another version of React, mounts. */
export function showMounted(mount: (page: HTMLElement) => unknown): void {
  showPage(null);
  const page = document.createElement('main');
  document.getElementById('root')?.before(page);
  mount(page);
}
