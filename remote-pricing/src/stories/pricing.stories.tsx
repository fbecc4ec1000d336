/* Stories of the pricing remote, for `npm run stories`. They are not part of a release. */
import { useLayoutEffect } from 'react';
import type { Plan, PlanTables } from '@shopwright/shared/contracts/plans';
import { siteLinks } from '@shopwright/shared/contracts/site-links';
import type { StoryGroup } from '@shopwright/shared/stories/story';
import PricingSection from '../PricingSection';
import styles from '../standalone-page.module.css';

const features = ['PRODUCTS_100', 'CUSTOM_DOMAIN', 'SSL', 'LIVE_CHAT'];

function plan(name: string, price: number, previousPrice = price, codes = features): Plan {
  return { id: `${name} ${price}`, name, price, previousPrice, features: codes };
}

const free = { name: 'Free', price: 0, features: ['PRODUCTS_10', 'SSL'] };

/** Prices by the names of the stories. */
const tables = {
  'a saving on annual prices': {
    free,
    periods: {
      MONTH: [plan('Starter', 900), plan('Pro', 2900), plan('Business', 7900)],
      YEAR: [
        plan('Starter', 9000, 10800),
        plan('Pro', 29000, 34800),
        plan('Business', 79000, 94800),
      ],
    },
  },
  'no saving; an old price that was lower; an unknown plan': {
    free,
    periods: {
      MONTH: [plan('Starter', 900), plan('Pro', 2900, 2400), plan('Emporium', 123456)],
      YEAR: [plan('Starter', 10800), plan('Pro', 34800, 28800), plan('Emporium', 1234567)],
    },
  },
  'no annual prices': {
    free,
    periods: { MONTH: [plan('Starter', 900), plan('Pro', 2900)], YEAR: null },
  },
  'no free option': {
    free: null,
    periods: { MONTH: [plan('Starter', 900)], YEAR: [plan('Starter', 9000, 10800)] },
  },
  'a long list, and codes without a text': {
    free,
    periods: {
      MONTH: Array.from({ length: 30 }, (_, index) =>
        plan(`Stall ${index + 1}`, (index + 1) * 100, undefined, ['SSL', 'NIGHT_MARKET_ACCESS']),
      ),
      YEAR: [plan('Stall 1', 1000)],
    },
  },
} satisfies Record<string, PlanTables>;

/** The section with a tables call that never ends, so that it keeps the prices of the story. */
function Section({ shown }: { readonly shown: PlanTables | null }) {
  // Layout effects run before the effect in which the section makes its call.
  useLayoutEffect(() => {
    // oxlint-disable-next-line typescript/unbound-method -- it is only put back
    const { fetch } = window;
    window.fetch = () => new Promise<Response>(() => undefined);
    return () => {
      window.fetch = fetch;
    };
  }, []);
  return (
    <div className={styles.page}>
      <PricingSection
        prices={shown && { tables: shown, readOn: '2026-03-01' }}
        links={siteLinks()}
      />
    </div>
  );
}

/** The whole section, with a working switch. The gallery of faults shows its notices about missing prices. */
export const stories: readonly StoryGroup[] = [
  {
    title: 'Prices',
    widths: [360, 1240],
    stories: Object.fromEntries(
      Object.entries({ ...tables, 'not there yet': null }).map(([name, shown]) => [
        name,
        <Section key={name} shown={shown} />,
      ]),
    ),
  },
];
