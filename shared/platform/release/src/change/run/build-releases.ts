import { UserError } from '@composed/command/errors';
import { formatError } from '@composed/command/format';
import type { SiteCommand } from '../plan/site-command';
import type { BuiltRelease } from '../../store/releases';
import type { Progress } from '@composed/command/progress';
import type { ReleaseTool } from '../../tool/release-tool';

function findAppsToBuild(command: SiteCommand, { apps }: ReleaseTool): readonly string[] {
  if (command.name === 'publish') return command.apps;
  if (command.name === 'preview') return [command.app];
  return command.name === 'start' ? apps : [];
}

/** Returns the result or the failure of one release, so that a failure does not end the work on the others. */
const settle = async <T>(work: Promise<T>) =>
  work.then(
    (release) => ({ release }),
    (error: unknown) => ({ error }),
  );

/** @throws all failures as one error; a single failure is thrown unchanged */
function unwrapOutcomes<T>(outcomes: readonly Awaited<ReturnType<typeof settle<T>>>[]): T[] {
  const errors = outcomes.flatMap((each) => ('error' in each ? [each.error] : []));
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new UserError(errors.map(formatError).join('\n\n'));
  return outcomes.flatMap((each) => ('release' in each ? [each.release] : []));
}

/**
 * Builds the releases that a command puts live, or reads releases that were built elsewhere. A build with a type error is
 * refused, if the command is a publish.
 * @throws every failure in one error, once all releases are done
 */
export async function buildReleases(command: SiteCommand, tool: ReleaseTool, progress: Progress) {
  const types = command.name === 'publish' && !command.reasons?.skipTypes;
  const builds = new Map<string, BuiltRelease>();
  // Loaded only here, since few commands read a release.
  const readFolder = async (folder: string) =>
    (await import('../../format/read-release')).readRelease(folder);
  if (command.name === 'publish' && command.from) {
    const outcomes = [];
    for (const folder of command.from) {
      const releasePromise = progress(`Check ${folder}`, async () => {
        const release = await readFolder(folder);
        const { app, version } = release.manifest;
        return { release, detail: `${app} ${version}` };
      });
      outcomes.push(await settle(releasePromise));
    }
    for (const { release } of unwrapOutcomes(outcomes))
      builds.set(release.manifest.app, { ...release, folder: null, isUntested: true });
    return builds;
  }
  const apps = findAppsToBuild(command, tool);
  if (apps.length === 0) return builds;
  const built = await progress(`Build ${apps.join(', ')}`, async (count) => {
    const { sideBySide } = await import('@composed/command/side-by-side');
    let builtCount = 0;
    count(builtCount, apps.length);
    const build = async (app: string) => {
      const { folder, isUntested } = await tool.buildApp(app, { types });
      builtCount += 1;
      count(builtCount, apps.length);
      return [app, { ...(await readFolder(folder)), folder, isUntested }] as const;
    };
    const releases = unwrapOutcomes(await sideBySide(apps, (app) => settle(build(app))));
    return { releases, detail: releases.map(([, { manifest }]) => manifest.version).join(', ') };
  });
  return new Map<string, BuiltRelease>(built.releases);
}
