import type { Pins } from '@composed/contracts/pins';
import { createSources } from './module-source';

test('one press retries every module of its app, and of no other app', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let isThere = false;
  const load = jest.fn(async (id: string) => {
    if (!isThere) throw new Error(`${id} is away`);
    return { default: () => null };
  });
  const ids = ['plans/Table', 'plans/Offer', 'plans-b/Table'];
  const exposes = { './Table': {}, './Offer': {} };
  const remotes = { plans: { exposes }, 'plans-b': { exposes } };
  const sources = createSources({ remotes } as unknown as Pins, load);
  const states = () => ids.map((id) => sources.get(id)?.getState().state);
  for (const id of ids) await sources.get(id)?.load();
  expect(states()).toEqual(['failed', 'failed', 'failed']);
  isThere = true;
  sources.get('plans/Offer')?.retry();
  await new Promise((resolve) => setTimeout(resolve));
  expect(states()).toEqual(['ready', 'ready', 'failed']);
});
