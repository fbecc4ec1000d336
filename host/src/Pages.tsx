import { memo, useMemo } from 'react';
import { Route, Router, Routes, type Navigator } from 'react-router-dom';
import type { Prices } from 'shared/contracts/plans';
import { createIsland } from './hydration/island';
import { LandingPage } from './landing/LandingPage';
import {
  landingRoute,
  notFoundRoute,
  privacyPolicyRoute,
  signUpRoute,
  termsRoute,
} from './pages/routes';
import { useSiteLinks } from './site-links';
import { RemoteSlot } from './remotes/RemoteSlot';
import { PricingShape, SignupShape } from './remotes/shapes';

const loadStillPages = () => import(/* webpackChunkName: "pages" */ './pages/still-pages');
const TermsPage = createIsland('terms', 'never', async () => (await loadStillPages()).TermsPage);
const PrivacyPolicyPage = createIsland(
  'privacy-policy',
  'never',
  async () => (await loadStillPages()).PrivacyPolicyPage,
);
const NotFoundPage = createIsland(
  'not-found',
  'never',
  async () => (await loadStillPages()).NotFoundPage,
);

const pricingShape = <PricingShape />;
const signupShape = <SignupShape />;

/** The pages hold plain links; who follows them is the shell. */
const noNavigator: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : (to.pathname ?? '')),
  push: () => undefined,
  replace: () => undefined,
  go: () => undefined,
};

interface PagesProps {
  /** Under the base path. */
  readonly pathname: string;
  readonly prices: Prices | null;
}

/** The page of each route (specification section 2). Renders again only when the path changes. */
export const Pages = memo(function Pages({ pathname, prices }: PagesProps) {
  const links = useSiteLinks();
  const pricingProps = useMemo(() => ({ prices, links }), [prices, links]);
  const signupProps = useMemo(() => ({ links }), [links]);
  const pricing = (
    <RemoteSlot
      id="pricing/PricingSection"
      props={pricingProps}
      what="The prices"
      shape={pricingShape}
    />
  );
  const signUp = (
    <RemoteSlot
      id="signup/SignupPage"
      props={signupProps}
      what="The sign-up form"
      shape={signupShape}
    />
  );
  return (
    <Router location={pathname} navigator={noNavigator}>
      <Routes>
        <Route caseSensitive path={landingRoute.path} element={<LandingPage pricing={pricing} />} />
        <Route caseSensitive path={signUpRoute.path} element={signUp} />
        <Route caseSensitive path={termsRoute.path} element={<TermsPage />} />
        <Route caseSensitive path={privacyPolicyRoute.path} element={<PrivacyPolicyPage />} />
        <Route path={notFoundRoute.path} element={<NotFoundPage />} />
      </Routes>
    </Router>
  );
});
