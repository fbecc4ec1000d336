/* One chunk, in one order: see ../landing/sections-chunk.ts. */
export { PrivacyPolicyPage, TermsPage } from './legal-pages';
export { NotFoundPage } from './NotFoundPage';
