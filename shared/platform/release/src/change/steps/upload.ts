import { formatCount } from '@composed/command/format';
import { findMissingKeys, uploadRelease } from '../../store/releases';
import type { AppRelease, StepWithoutOutput } from '../step';

/** Uploads the files of a release that the store does not have. */
export const upload = ({ app, version }: AppRelease): StepWithoutOutput => ({
  access: 'writes',
  title: `Upload ${app} ${version}`,
  async run({ tool, ledger, builds }) {
    const build = builds.get(app);
    if (!build) throw new Error(`There is no build of ${app} to upload.`);
    const missingKeys = await findMissingKeys(
      tool.store,
      build.manifest,
      ledger.live?.releases[app],
    );
    await uploadRelease(tool, build, new Set(missingKeys));
    return { detail: formatCount(missingKeys.length, 'new file') };
  },
});
