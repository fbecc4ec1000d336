import { useState } from 'react';
import { siteLinks } from 'shared/contracts/site-links';
import type { SpecimenGroup } from 'shared/gallery/specimens';
import PricingSection from '../PricingSection';
import styles from '../standalone-page.module.css';
import { pricesOf, tables } from './prices';

/** The section over a tables call that never ends: what it was composed with stays. */
function Section({ of }: { readonly of: string | null }) {
  useState(() => {
    window.fetch = () => new Promise<Response>(() => undefined);
  });
  const shown = of === null ? undefined : tables[of];
  return (
    <div className={styles.page}>
      <PricingSection prices={shown ? pricesOf(shown) : null} links={siteLinks()} />
    </div>
  );
}

const sizes = { 'on a phone': 360, 'on a desktop': 1240 };

/** The whole section, its switch turnable, at both ends of its width. */
export const sections: SpecimenGroup = {
  title: 'Prices',
  specimens: [...Object.keys(tables), null].flatMap((of) =>
    Object.entries(sizes).map(([size, width]) => ({
      name: `${of ?? 'on their way'}, ${size}`,
      window: width,
      node: <Section of={of} />,
    })),
  ),
};
