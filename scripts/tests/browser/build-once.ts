import { buildFaultyRemotes } from '../../lab/faults/faulty-builds';
import { publishOnce } from '../helpers/run-site';

/**
 * Playwright's global set-up: builds every app and publishes the site once, which otherwise each worker would do at the
 * same time.
 * @returns a function that removes the published site after the tests
 */
export default async function buildOnce() {
  const remove = await publishOnce();
  await buildFaultyRemotes();
  return remove;
}
