import { useEffect } from 'react';
import type { SpecimenGroup } from 'shared/gallery/specimens';
import { NotFoundPage } from '../pages/NotFoundPage';
import { PrivacyPolicyPage } from '../pages/PrivacyPolicyPage';
import { TermsPage } from '../pages/TermsPage';
import { composedVisit } from '../routing/visit';
import { BrandMark } from '../shell/BrandMark';
import { Footer } from '../shell/Footer';
import { Header } from '../shell/Header';

const phone = 360;
const desktop = 1200;

function OpenMenu() {
  useEffect(() => {
    document.querySelector<HTMLElement>('nav[popover]')?.showPopover();
  }, []);
  return (
    <div style={{ minHeight: '24rem' }}>
      <Header visit={composedVisit('/')} />
    </div>
  );
}

/** What stands on every route, and the still pages. */
export const shell: SpecimenGroup = {
  title: 'Shell and still pages',
  specimens: [
    { name: 'brand mark', node: <BrandMark /> },
    {
      name: 'header on the landing page',
      window: desktop,
      node: <Header visit={composedVisit('/')} />,
    },
    {
      name: 'header on the sign-up page',
      window: desktop,
      node: <Header visit={composedVisit('/signup')} />,
    },
    { name: 'header on a phone', window: phone, node: <Header visit={composedVisit('/')} /> },
    { name: 'menu open', window: phone, node: <OpenMenu /> },
    { name: 'footer', window: desktop, node: <Footer /> },
    { name: 'footer on a phone', window: phone, node: <Footer /> },
    { name: 'terms', window: desktop, node: <TermsPage /> },
    { name: 'privacy policy', window: desktop, node: <PrivacyPolicyPage /> },
    { name: 'page not found', window: desktop, node: <NotFoundPage /> },
  ],
};
