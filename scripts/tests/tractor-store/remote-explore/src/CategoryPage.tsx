import type { Page } from '@composed/contracts/module';
import type { Category, Provides } from '@tractors/shared/provides';
import { Products } from './Products';

interface Props extends Pick<Provides, 'links'> {
  readonly page: Page<Category>;
}

export default function CategoryPage({ links, page: { data } }: Props) {
  return (
    <>
      <h1>{data.name}</h1>
      <Products links={links} products={data.products} />
    </>
  );
}
