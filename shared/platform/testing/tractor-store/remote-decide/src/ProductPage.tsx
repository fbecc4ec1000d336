import { useState } from 'react';
import type { Page, PageHead } from '@composed/contracts/module';
import { Part } from '@composed/contracts/Part';
import type {} from '@tractors/shared/parts';
import type { Provides, Product } from '@tractors/shared/provides';

interface Props extends Pick<Provides, 'links'> {
  readonly page: Page<Product>;
}

export function head({ page: { data } }: Props): PageHead {
  const { name, color, sku, variants } = data;
  const title = `${name} in ${color} · Tractor Store`;
  return {
    title,
    canonical: `/product/${variants[0]?.sku ?? sku}`,
    structuredData: { '@context': 'https://schema.org', '@type': 'Product', name, sku, color },
  };
}

export default function ProductPage({ links, page: { data } }: Props) {
  const { sku, name, price, color, category, variants } = data;
  const [isLiked, setLiked] = useState(false);
  const [added, setAdded] = useState('');
  if (Reflect.get(globalThis, 'fault') === 'decide' && isLiked) throw new Error('Nobody decides.');
  return (
    <>
      <h1>{`${name} in ${color}`}</h1>
      <button type="button" aria-pressed={isLiked} onClick={() => setLiked(!isLiked)}>
        Like
      </button>
      <ul aria-label="Colours">
        {variants.map((each) => (
          <li key={each.sku}>
            <a href={links.product + each.sku} aria-current={each.sku === sku ? 'page' : undefined}>
              {each.color}
            </a>
          </li>
        ))}
      </ul>
      <Part
        id="checkout/AddToCart"
        sku={sku}
        name={`${name} in ${color}`}
        price={price}
        onPart={({ detail }) => setAdded(`Added ${detail.added}`)}
      />
      <p>{added}</p>
      <Part id="explore/Recommendations" category={category} without={name} />
    </>
  );
}
