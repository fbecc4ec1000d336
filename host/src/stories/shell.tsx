import { useEffect } from 'react';
import type { StoryGroup } from 'shared/stories/story';
import { NotFoundPage } from '../pages/NotFoundPage';
import { PrivacyPolicyPage } from '../pages/PrivacyPolicyPage';
import { TermsPage } from '../pages/TermsPage';
import { composedVisit } from '../routing/visit';
import { BrandMark } from '../shell/BrandMark';
import { Footer } from '../shell/Footer';
import { Header } from '../shell/Header';

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

/** What is on every page. */
export const shell: StoryGroup = {
  title: 'Shell',
  widths: [360, 1200],
  stories: {
    'brand mark': <BrandMark />,
    'header on the landing page': <Header visit={composedVisit('/')} />,
    'header on the sign-up page': <Header visit={composedVisit('/signup')} />,
    footer: <Footer />,
  },
};

/** Only small screens have one. */
export const menu: StoryGroup = {
  title: 'Menu',
  widths: [360],
  stories: { open: <OpenMenu /> },
};

export const pages: StoryGroup = {
  title: 'Static pages',
  widths: [1200],
  stories: {
    terms: <TermsPage />,
    'privacy policy': <PrivacyPolicyPage />,
    'page not found': <NotFoundPage />,
  },
};
