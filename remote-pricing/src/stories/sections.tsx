import { useState } from 'react';
import type { PlanTables } from 'shared/contracts/plans';
import { siteLinks } from 'shared/contracts/site-links';
import type { StoryGroup } from 'shared/stories/story';
import PricingSection from '../PricingSection';
import styles from '../standalone-page.module.css';
import { pricesOf, tables } from './prices';

/** The section while its call never ends, so that it keeps what it was composed with. */
function Section({ shown }: { readonly shown: PlanTables | null }) {
  useState(() => {
    window.fetch = () => new Promise<Response>(() => undefined);
  });
  return (
    <div className={styles.page}>
      <PricingSection prices={shown && pricesOf(shown)} links={siteLinks()} />
    </div>
  );
}

/** The whole section; its toggle works. */
export const sections: StoryGroup = {
  title: 'Prices',
  widths: [360, 1240],
  stories: Object.fromEntries(
    Object.entries({ ...tables, 'not there yet': null }).map(([name, shown]) => [
      name,
      <Section key={name} shown={shown} />,
    ]),
  ),
};
