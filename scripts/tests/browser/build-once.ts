import { buildFaultyRemotes } from '../../lab/faults/faulty-remotes';
import { startSite } from '../helpers/site';

/**
 * Before the workers start: makes what each of them would otherwise make at the same moment as the others. The
 * first start builds every app, compresses its files and tries its pages in a browser.
 */
export default async function buildOnce(): Promise<void> {
  const site = await startSite();
  await site.stop();
  await buildFaultyRemotes();
}
