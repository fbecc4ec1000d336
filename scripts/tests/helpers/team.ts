import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readEnvironment } from '@composed/command/environment';
import { readLedger } from '@composed/release/ledger';
import { openStore } from '@composed/release/store/open-store';
import { startScript } from '@composed/testing/server/start-process';
import { snapshot } from '@composed/testing/release/served-files';
import { copyRepository, removeCopy } from './repository-copy';
import { type Environment, servePublished, startSite } from './run-site';

/** Options that skip the type check, which takes five seconds, in tests about other things. */
export const skipTypeCheck = ['--skip-types', 'Not what this test is about'] as const;

/** A copy of the repository, whose sources a test may edit, and the site that runs from it. */
export type Team = Readonly<Awaited<ReturnType<typeof aTeam>>>;

/** Changes a source file, as an editor does. @returns the new text */
async function editFile(file: string, before: string, after: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  if (!text.includes(before)) throw new Error(`${file} does not hold "${before}".`);
  const editedText = text.replace(before, after);
  await writeFile(file, editedText);
  return editedText;
}

/**
 * Copies the repository with its finished builds, and serves the site from the copy.
 * @param prepare edits the copy before `npm start`, which then builds and publishes the site again
 * @param ownEnvironment further variables, such as SITE_STORE for a store in a bucket
 */
export async function aTeam(
  prepare?: (copy: string) => Promise<unknown>,
  ownEnvironment: Environment = {},
) {
  const copy = await copyRepository();
  await prepare?.(copy);
  const site = prepare ? await startSite(ownEnvironment, copy) : await servePublished(copy);
  const environment = {
    ...ownEnvironment,
    DATA_DIR: site.dataDir,
    SITE_DIR: site.siteDir,
    SITE_URL: site.url,
    SUBSCRIPTION_URL: '',
    MANAGER_URL: '',
    STORE_UI_URL: '',
  };

  /** Runs `npm run release -- <arguments>` in a separate process. */
  const release = async (...args: readonly string[]) => {
    const env = { ...process.env, ...environment };
    const { ended, output } = startScript('release', args, { cwd: copy, env });
    return { code: await ended, output: output() };
  };

  return {
    copy,
    site,
    environment,
    release,
    /** Runs a release command that must succeed. @returns its output */
    mustRelease: async (...args: readonly string[]) => {
      const { code, output } = await release(...args);
      if (code !== 0) throw new Error(`"${args.join(' ')}" failed.\n${output}`);
      return output;
    },
    ledger: async () => readLedger(await openStore(readEnvironment(environment))),
    edit: (file: string, before: string, after: string) =>
      editFile(join(copy, file), before, after),
    /** Lists the files of the store that match a pattern, with their hashes or link targets. */
    look: async (part = /./) => {
      const lines = (await snapshot(site.siteDir)).split('\n');
      return lines.filter((line) => part.test(line)).join('\n');
    },
    stop: async () => {
      await site.stop();
      await removeCopy(copy);
    },
  };
}
