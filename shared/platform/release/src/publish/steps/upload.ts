import { UserError } from '@composed/command/errors';
import { findMissing, readTrusted, uploadRelease } from '../../store/releases';
import { formatCount } from '@composed/command/format';
import { Verification } from '../../inspect/verify/verify';
import type { Task } from './step';

interface Release {
  readonly app: string;
  readonly version: string;
}

/** Checks the files of a release, since files that are in the store already may be damaged. */
export const checkRelease = ({ app, version }: Release): Task => ({
  kind: 'read-only',
  title: `Check ${app} ${version} against its hashes`,
  async run({ tool, ledger, overlay }) {
    const trusted = await readTrusted(tool.store, app, ledger.live?.releases[app]);
    const verification = new Verification(overlay);
    await verification.checkRelease(app, version, trusted);
    const { checked, damages } = verification;
    const [first] = damages;
    if (!first) return { detail: formatCount(checked, 'file') };
    const more = damages.length > 1 ? ` (and ${damages.length - 1} more)` : '';
    throw new UserError(
      `${first.key} ${first.reason}${more}. Where an earlier release has another file of that name, name files by their content; else delete it and publish again.`,
    );
  },
});

export const upload = ({ app, version }: Release): Task => ({
  title: `Upload ${app} ${version}`,
  async run({ tool, ledger, builds }) {
    const build = builds.get(app);
    if (!build) throw new Error(`There is no build of ${app} to upload.`);
    const missing = await findMissing(tool.store, build.manifest, ledger.live?.releases[app]);
    await uploadRelease(tool, build, new Set(missing));
    return { detail: formatCount(missing.length, 'new file') };
  },
});
