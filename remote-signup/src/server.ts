import * as SignupPage from './SignupPage';

/** What compose renders: every exposed module, under its expose key without './'. */
export { SignupPage };
