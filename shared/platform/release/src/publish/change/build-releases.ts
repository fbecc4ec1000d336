import type { ChangeCommand } from '../plan/commands';
import type { BuiltRelease } from '../../store/releases';
import type { Progress } from '../../inspect/reports/progress';
import type { ReleaseTool } from '../../tool/tool';

function appsToBuild(command: ChangeCommand, { apps }: ReleaseTool): readonly string[] {
  if (command.name === 'publish') return command.apps;
  if (command.name === 'preview') return [command.app];
  return command.name === 'start' ? apps : [];
}

/**
 * Builds the releases that a command puts live, or reads those that were built elsewhere.
 * @param types refuses a build with a type error
 */
export async function buildReleases(
  command: ChangeCommand,
  tool: ReleaseTool,
  progress: Progress,
  types = false,
) {
  const builds = new Map<string, BuiltRelease>();
  // Loaded here, since few commands read a release.
  const read = async (folder: string) =>
    (await import('../../format/read-release')).readRelease(folder);
  if (command.name === 'publish' && command.from) {
    for (const folder of command.from) {
      const { release } = await progress(`Check ${folder}`, async () => {
        const release = await read(folder);
        const { app, version } = release.manifest;
        return { release, detail: `${app} ${version}` };
      });
      builds.set(release.manifest.app, { ...release, folder: null, isNew: true });
    }
    return builds;
  }
  const apps = appsToBuild(command, tool);
  if (apps.length === 0) return builds;
  const { output } = await progress(`Build ${apps.join(', ')}`, async () => {
    const { sideBySide } = await import('@composed/command/side-by-side');
    const output = await sideBySide(apps, async (app, signal) => {
      const { folder, isNew } = await tool.buildApp(app, { types, signal });
      return [app, { ...(await read(folder)), folder, isNew }] as const;
    });
    return { output, detail: output.map(([, { manifest }]) => manifest.version).join(', ') };
  });
  return new Map<string, BuiltRelease>(output);
}
