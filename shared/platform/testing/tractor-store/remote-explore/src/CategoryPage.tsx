import type { Page } from '@composed/contracts/module';
import type { Category, Provides } from '@tractors/shared/provides';
import { Products } from './Products';

interface Props extends Pick<Provides, 'links'> {
  readonly page: Page<Category>;
}

export default function CategoryPage({ links, page: { data, query } }: Props) {
  const until = Number(new URLSearchParams(query).get('until') ?? Infinity);
  const address = links.category + data.id;
  return (
    <>
      <h1>{data.name}</h1>
      <a href={address}>Any price</a> <a href={`${address}?until=5000`}>Up to $5000</a>
      <Products links={links} products={data.products.filter(({ price }) => price <= until)} />
    </>
  );
}
