import type { Provides } from '@tractors/shared/provides';
import { Products } from './Products';

interface Props extends Pick<Provides, 'links' | 'categories'> {
  readonly category: string;
  readonly without: string;
}

export default function Recommendations({ links, categories, category, without }: Props) {
  const products = categories.find(({ id }) => id === category)?.products ?? [];
  return (
    <section aria-label="Recommendations">
      <h2>You may like</h2>
      <Products links={links} products={products.filter(({ name }) => name !== without)} />
    </section>
  );
}
