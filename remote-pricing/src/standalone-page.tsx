import { siteLinks } from '@shopwright/shared/contracts/site-links';
import { showPage } from '@shopwright/shared/show-page';
import { VisuallyHidden } from '@shopwright/shared/ui/VisuallyHidden';
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
