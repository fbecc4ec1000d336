import type { StoryGroup } from 'shared/stories/story';
import { PriceNotice } from '../PriceNotice';
import { initialPrices, type PricesState } from '../prices';
import { pricesOf, tables } from './prices';

const prices = initialPrices(pricesOf(tables['a saving on annual prices']));

const states: Readonly<Record<string, Pick<PricesState, 'news' | 'calling'>>> = {
  kept: { news: 'kept', calling: false },
  partly: { news: 'partly', calling: false },
  none: { news: 'none', calling: false },
  healed: { news: 'healed', calling: false },
  'asking again': { news: 'kept', calling: true },
};

/** What the section says about its prices. */
export const notices: StoryGroup = {
  title: 'Price notices',
  stories: Object.fromEntries(
    Object.entries(states).map(([name, state]) => [
      name,
      <PriceNotice
        key={name}
        id={`news-${name.replace(' ', '-')}`}
        state={{ ...prices, ...state }}
        onTryAgain={() => undefined}
      />,
    ]),
  ),
};
