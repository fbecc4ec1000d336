import { siteLinks } from 'shared/contracts/site-links';
import { showPage } from 'shared/show-page';
import { VisuallyHidden } from 'shared/ui/VisuallyHidden';
import PricingSection from './PricingSection';
import styles from './standalone-page.module.css';

showPage(
  <main className={styles.page}>
    <h1>
      <VisuallyHidden>The pricing section on its own</VisuallyHidden>
    </h1>
    <PricingSection prices={null} links={siteLinks()} />
  </main>,
);
