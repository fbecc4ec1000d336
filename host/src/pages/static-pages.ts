import { NotFoundPage } from './NotFoundPage';
import { PrivacyPolicyPage } from './PrivacyPolicyPage';
import { TermsPage } from './TermsPage';

/* One chunk for all pages that need no script where they are prerendered. */
export { NotFoundPage, PrivacyPolicyPage, TermsPage };
