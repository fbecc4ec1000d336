import { siteLinks } from '@shopwright/shared/contracts/site-links';
import { showPage } from '@shopwright/shared/show-page';
import SignupPage from './SignupPage';

showPage(
  <main>
    <SignupPage links={siteLinks()} />
  </main>,
);
