import { container } from '../container';
import { lasts } from '../lasts';

export const { init } = container;

export async function get(expose: string): Promise<() => unknown> {
  if (lasts()) throw new Error(`Module "${expose}" does not exist in container.`);
  return container.get(expose);
}
