import { NotFoundPage } from './NotFoundPage';
import { PrivacyPolicyPage } from './PrivacyPolicyPage';
import { TermsPage } from './TermsPage';

/* Whole pages that need no script where they are prerendered: one chunk. */
export { NotFoundPage, PrivacyPolicyPage, TermsPage };
