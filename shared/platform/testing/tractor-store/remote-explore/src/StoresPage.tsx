import type { Page } from '@composed/contracts/module';
import type { Stores } from '@tractors/shared/provides';

export default function StoresPage({ page: { data } }: { readonly page: Page<Stores> }) {
  return (
    <>
      <h1>Our stores</h1>
      <ul>
        {data.stores.map(({ name, town }) => (
          <li key={name}>{`${name}, ${town}`}</li>
        ))}
      </ul>
    </>
  );
}
