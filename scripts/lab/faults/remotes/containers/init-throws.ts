import { container } from '../container';
import { lasts } from '../lasts';

export function init(scope: unknown): Promise<void> {
  if (lasts()) throw new Error('fault in init');
  return container.init(scope);
}

export const { get } = container;
