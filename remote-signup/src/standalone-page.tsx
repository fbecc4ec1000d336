import { siteLinks } from 'shared/contracts/site-links';
import { showPage } from 'shared/show-page';
import SignupPage from './SignupPage';

showPage(
  <main>
    <SignupPage links={siteLinks()} />
  </main>,
);
