import { UserError } from '@composed/command/errors';
import { formatCount } from '@composed/command/format';
import { readTrustedManifest } from '../../store/releases';
import { Verification } from '../../inspect/verify/verify';
import type { AppRelease, StepWithoutOutput } from '../step';

/** Creates the step that checks the files of a release, since files that are already in the store may be damaged. */
export const checkRelease = ({ app, version }: AppRelease): StepWithoutOutput => ({
  access: 'reads',
  title: `Check ${app} ${version} against its hashes`,
  async run({ tool, ledger, overlay }) {
    const trustedManifest = await readTrustedManifest(tool.store, app, ledger.live?.releases[app]);
    const verification = new Verification(overlay);
    await verification.checkRelease(app, version, trustedManifest);
    const { checked, damages } = verification;
    const [first] = damages;
    if (!first) return { detail: formatCount(checked, 'file') };
    const more = damages.length > 1 ? ` (and ${damages.length - 1} more)` : '';
    throw new UserError(
      `${first.key} ${first.reason}${more}. If an earlier release has another file of that name, name files by their content; otherwise delete it and publish again.`,
    );
  },
});
