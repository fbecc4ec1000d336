import { stat } from 'node:fs/promises';
import path from 'node:path';

/** Every folder on the way to `folder`, the root first, and itself. */
function wayTo(folder: string): string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [...wayTo(above), folder];
}

/**
 * What keeps another account, such as the one that nginx's workers run under, from reading a folder.
 * @returns one sentence that says what to do; null when nothing does
 */
export async function accessRemark(folder: string): Promise<string | null> {
  const closed: string[] = [];
  for (const place of wayTo(folder)) {
    const facts = await stat(place).catch(() => null);
    if (!facts) return `There is no ${place} yet; publish before nginx starts.`;
    if ((facts.mode & 0o001) === 0) closed.push(place);
  }
  if (closed.length === 0) return null;
  return `Only their owner may enter ${closed.join(', ')}: let the account of nginx in ("chmod o+x"), or name one that may with --user.`;
}
