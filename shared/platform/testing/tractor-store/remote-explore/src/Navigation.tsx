import type { Provides } from '@tractors/shared/provides';

export default function Navigation({ links }: Pick<Provides, 'links'>) {
  return (
    <nav aria-label="Main">
      <a href={links.machines}>Machines</a> <a href={links.stores}>Stores</a>
    </nav>
  );
}
