import type { SpecimenGroup } from 'shared/gallery/specimens';
import { PriceNotice } from '../PriceNotice';
import { initialPrices, type PriceNews } from '../prices';
import { composed, tables } from './prices';

const news: readonly PriceNews[] = ['kept', 'partly', 'none', 'healed'];
const prices = initialPrices(
  composed(Object.values(tables)[0] ?? { free: null, periods: { MONTH: null, YEAR: null } }),
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
          prices={{ ...prices, calling: false, news: kind }}
          onTryAgain={() => undefined}
        />
      ),
    })),
    {
      name: 'asking again',
      node: (
        <PriceNotice
          id="news-asking"
          prices={{ ...prices, calling: true, news: 'kept' }}
          onTryAgain={() => undefined}
        />
      ),
    },
  ],
};
