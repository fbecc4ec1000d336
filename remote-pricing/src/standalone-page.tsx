import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { siteLinks } from 'shared/contracts/site-links';
import 'shared/styles/global.css';
import { Viewport } from 'shared/toasts/Viewport';
import PricingSection from './PricingSection';

const root = document.getElementById('root');
if (!root) throw new Error('The standalone page has no element with the id "root".');

createRoot(root).render(
  <StrictMode>
    <main>
      <h1 hidden>Pricing</h1>
      <PricingSection composed={null} links={siteLinks()} />
    </main>
    <Viewport />
  </StrictMode>,
);
