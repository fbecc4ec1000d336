/** What compose renders: every exposed module, under its expose key without './'. */
export * as SignupPage from './SignupPage';
