import type { Category, Provides } from '@tractors/shared/provides';

interface Props extends Pick<Provides, 'links'>, Pick<Category, 'products'> {}

export const Products = ({ links, products }: Props) => (
  <ul>
    {products.map(({ sku, name, price }) => (
      <li key={sku}>
        <a href={links.product + sku}>{name}</a> <span>{`$${price}.00`}</span>
      </li>
    ))}
  </ul>
);
