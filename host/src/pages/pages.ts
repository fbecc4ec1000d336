export { PrivacyPolicyPage, TermsPage } from './legal-pages';
export { NotFoundPage } from './NotFoundPage';
