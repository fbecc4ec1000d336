import { useEffect, useMemo } from 'react';
import { Route, Routes } from 'react-router-dom';
import type { ComposedPrices } from 'shared/contracts/plans';
import { LazyViewport } from 'shared/toasts/LazyViewport';
import { wakeUp } from './early/replay';
import { LandingPage } from './landing/LandingPage';
import { NotFoundPage } from './pages/NotFoundPage';
import { PrivacyPolicyPage } from './pages/PrivacyPolicyPage';
import {
  landingRoute,
  notFoundRoute,
  privacyPolicyRoute,
  signUpRoute,
  termsRoute,
} from './pages/routes';
import { TermsPage } from './pages/TermsPage';
import { Shell } from './shell/Shell';
import { useSiteLinks } from './site-links';
import { PricingShape, SignupShape } from './slot/shapes';
import { RemoteSlot } from './slot/RemoteSlot';

const pricingShape = <PricingShape />;
const signupShape = <SignupShape />;

/** Every route of the site. The router, the links and the remotes come from around it. */
export function App({ composed }: { readonly composed: ComposedPrices | null }) {
  const links = useSiteLinks();
  useEffect(() => {
    const root = document.getElementById('root');
    if (root) wakeUp(root);
  }, []);
  const pricingProps = useMemo(() => ({ composed, links }), [composed, links]);
  const signupProps = useMemo(() => ({ links }), [links]);
  const pricing = (
    <RemoteSlot
      id="pricing/PricingSection"
      props={pricingProps}
      what="The prices"
      shape={pricingShape}
    />
  );
  return (
    <>
      <Shell>
        <Routes>
          <Route
            caseSensitive
            path={landingRoute.path}
            element={<LandingPage pricing={pricing} />}
          />
          <Route
            caseSensitive
            path={signUpRoute.path}
            element={
              <RemoteSlot
                id="signup/SignupPage"
                props={signupProps}
                what="The sign-up form"
                shape={signupShape}
              />
            }
          />
          <Route caseSensitive path={termsRoute.path} element={<TermsPage />} />
          <Route caseSensitive path={privacyPolicyRoute.path} element={<PrivacyPolicyPage />} />
          <Route path={notFoundRoute.path} element={<NotFoundPage />} />
        </Routes>
      </Shell>
      <LazyViewport />
    </>
  );
}
