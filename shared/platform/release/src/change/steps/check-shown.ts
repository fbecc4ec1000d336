import { UserError } from '@composed/command/errors';
import { moduleId } from '@composed/contracts/remote-names';
import { findPinnedRemotes } from '../../deployments/deployments';
import { readManifest } from '../../store/releases';
import type { NextDeployment, StepWithoutOutput } from '../step';

/** Creates the step that refuses a preview in which no page shows its app. */
export const checkShown = (app: string): StepWithoutOutput<NextDeployment> => ({
  access: 'reads',
  title: `Check that a page shows ${app}`,
  async run({ overlay }, { deployment, releases }) {
    if (app === 'host' || findPinnedRemotes(deployment).has(app)) return { detail: '' };
    const manifest = await readManifest(overlay, app, releases[app] ?? '');
    const modules = Object.keys(manifest?.exposes ?? {}).map((expose) => moduleId(app, expose));
    throw new UserError(
      `No page would show ${app}, so there is nothing to preview: the host has no slot for ${modules.join(', ')}, and grants it no page. Publish a host that has one first, or run it alone: npm start, in its own repository.`,
    );
  },
});
