import type { RemoteOptions } from './remote-templates';

const kinds = ['section', 'page', 'part'] as const;

/**
 * Asks whether a new remote is a section, a page or a part. Asks again after an invalid answer.
 * @param ask prints a question and returns the answer
 */
export async function askRemoteKind(
  name: string,
  ask: (question: string) => Promise<string>,
): Promise<RemoteOptions> {
  const answer = (
    await ask('Is it a section of the landing page, a page, or a part of other modules? [section] ')
  )
    .trim()
    .toLowerCase();
  const kind = kinds.find((each) => each.startsWith(answer));
  if (kind === undefined) return askRemoteKind(name, ask);
  if (kind === 'page')
    return { page: (await ask(`Its address? [/${name}] `)).trim() || `/${name}` };
  return kind === 'part' ? { part: true } : {};
}
