import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { siteLinks } from 'shared/contracts/site-links';
import 'shared/styles/global.css';
import { LazyViewport } from 'shared/toasts/LazyViewport';
import SignupPage from './SignupPage';

const root = document.getElementById('root');
if (!root) throw new Error('The standalone page has no element with the id "root".');

createRoot(root).render(
  <StrictMode>
    <main>
      <SignupPage links={siteLinks()} />
    </main>
    <LazyViewport />
  </StrictMode>,
);
