import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { siteLinks } from 'shared/contracts/site-links';
import 'shared/styles/global.css';
import { LazyViewport } from 'shared/toasts/LazyViewport';
import { VisuallyHidden } from 'shared/ui/VisuallyHidden';
import PricingSection from './PricingSection';
import styles from './standalone-page.module.css';

const root = document.getElementById('root');
if (!root) throw new Error('The standalone page has no element with the id "root".');

createRoot(root).render(
  <StrictMode>
    <main className={styles.page}>
      <h1>
        <VisuallyHidden>The pricing section on its own</VisuallyHidden>
      </h1>
      <PricingSection prices={null} links={siteLinks()} />
    </main>
    <LazyViewport />
  </StrictMode>,
);
