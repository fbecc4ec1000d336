import type { SpecimenGroup } from 'shared/gallery/specimens';
import { PriceNotice } from '../PriceNotice';
import { initialPrices, type PriceNews } from '../prices';
import { pricesOf, tables } from './prices';

const news: readonly PriceNews[] = ['kept', 'partly', 'none', 'healed'];
const prices = initialPrices(
  pricesOf(Object.values(tables)[0] ?? { free: null, periods: { MONTH: null, YEAR: null } }),
);

/** What the prices need said. */
export const notices: SpecimenGroup = {
  title: 'Price notices',
  specimens: [
    ...news.map((kind) => ({
      name: kind,
      node: (
        <PriceNotice
          id={`news-${kind}`}
          state={{ ...prices, calling: false, news: kind }}
          onTryAgain={() => undefined}
        />
      ),
    })),
    {
      name: 'asking again',
      node: (
        <PriceNotice
          id="news-asking"
          state={{ ...prices, calling: true, news: 'kept' }}
          onTryAgain={() => undefined}
        />
      ),
    },
  ],
};
