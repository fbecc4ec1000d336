import { findApps } from '@composed/apps';
import { buildApp } from '@composed/build/release/build-app';
import { sideBySide } from '@composed/command/side-by-side';
import { terminal } from '@composed/command/terminal';
import { createProgress } from '@composed/command/progress';
import { repeatable } from '@composed/command/option-parsers';
import { oneOf, type CommandBuilder } from '@composed/command/usage';

const appNames = findApps().map((app) => app.name);

export const command = (program: CommandBuilder) =>
  program
    .argument(
      '[apps...]',
      `some of ${appNames.join(', ')}; default: all`,
      repeatable(oneOf('app', appNames)),
    )
    .action(async (names) => {
      const apps = names.length > 0 ? names : appNames;
      await createProgress(terminal)(`Build ${apps.join(', ')}`, async (count) => {
        let built = 0;
        const folders = await sideBySide(apps, async (name, signal) => {
          const { folder, rebuilt } = await buildApp(name, { types: true, signal });
          count((built += 1), apps.length);
          return `${folder}${rebuilt ? '' : ' (unchanged)'}`;
        });
        return { detail: folders.join(', ') };
      });
    });
