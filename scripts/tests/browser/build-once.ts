import { buildFaultyRemotes } from '../../lab/faults/faulty-remotes';
import { publishOnce } from '../helpers/site';

/**
 * Before the workers start: makes what each of them would otherwise make at the same moment as the others. It builds
 * every app, compresses its files and tries its pages in a browser.
 * @returns a function that removes the published site after the tests
 */
export default async function buildOnce() {
  const remove = await publishOnce();
  await buildFaultyRemotes();
  return remove;
}
