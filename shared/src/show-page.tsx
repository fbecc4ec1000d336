import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/global.css';
import { LazyViewport } from './toasts/LazyViewport';

/**
 * Shows a page without the host, with its toasts: a standalone remote, or stories.
 * @throws Error if the document has no element with the id `root`
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

/** Shows a page that is mounted by another framework or by another version of React. */
export function showMounted(mount: (page: HTMLElement) => unknown): void {
  showPage(null);
  const page = document.createElement('main');
  document.getElementById('root')?.before(page);
  mount(page);
}
