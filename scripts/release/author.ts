import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

/** Who is at work, for the history: the user of git, else of the machine, else 'unknown'. */
export async function whoIsAtWork(): Promise<string> {
  const git = await promisify(execFile)('git', ['config', 'user.name']).catch(() => null);
  const name = git?.stdout.trim();
  if (name) return name;
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
