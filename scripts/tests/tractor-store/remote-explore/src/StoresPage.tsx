import type { Page } from '@composed/contracts/module';

interface Props {
  readonly page: Page<{
    readonly stores: readonly { readonly name: string; readonly town: string }[];
  }>;
}

export default function StoresPage({ page: { data } }: Props) {
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
