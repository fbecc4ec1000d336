import type { Page } from '@composed/contracts/module';
import { Part } from '@composed/contracts/Part';
import type {} from '@tractors/shared/parts';
import type { Home, Provides } from '@tractors/shared/provides';

interface Props extends Pick<Provides, 'links'> {
  readonly page: Page<Home>;
}

export default function HomePage({ links, page: { data } }: Props) {
  return (
    <>
      <h1>Machines for every field</h1>
      <ul>
        {data.categories.map(({ id, name }) => (
          <li key={id}>
            <a href={links.category + id}>{name}</a>
          </li>
        ))}
      </ul>
      <Part id="explore/Recommendations" category="classic" without="" />
    </>
  );
}
