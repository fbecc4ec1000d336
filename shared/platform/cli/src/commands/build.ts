import { findApps } from '@composed/apps';
import { buildApp } from '@composed/build/release/build-app';
import { sideBySide } from '@composed/command/side-by-side';
import { terminal } from '@composed/command/output';
import { repeatable } from '@composed/release/cli/option-parsers';
import { oneOf, type Program } from '@composed/command/usage';

const all = findApps().map((app) => app.name);

export const command = (program: Program) =>
  program
    .argument(
      '[apps...]',
      `some of ${all.join(', ')}; all where none is named`,
      repeatable(oneOf('app', all)),
    )
    .action(async (names) => {
      await sideBySide(names.length > 0 ? names : all, async (name, signal) => {
        const began = performance.now();
        const { folder, rebuilt } = await buildApp(name, { types: true, signal });
        const took = ((performance.now() - began) / 1000).toFixed(1);
        terminal.write(`${name}: ${rebuilt ? `built in ${took} s` : 'unchanged'}, ${folder}\n`);
      });
    });
