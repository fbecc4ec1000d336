import { Refusal } from '../refusal';
import { missingKeys, trustedManifest, uploadRelease } from '../releases';
import { formatCount } from '../reports/format';
import { Verification } from '../verify';
import type { StepKind } from './step';

export const upload: StepKind<{ app: string; version: string }> = {
  title: ({ app, version }) => `Upload ${app} ${version}`,
  async run({ app }, { tool, ledger, builds }) {
    const build = builds.get(app);
    if (!build) throw new Error(`There is no build of ${app} to upload.`);
    const missing = await missingKeys(tool.store, build.manifest, ledger.live?.releases[app]);
    await uploadRelease(tool, build, new Set(missing));
    return { detail: formatCount(missing.length, 'new file') };
  },
};

/** What the store has of it already may be damaged. */
export const releaseCheck: StepKind<{ app: string; version: string }> = {
  title: ({ app, version }) => `Check ${app} ${version} against its hashes`,
  async run({ app, version }, { tool, ledger, proposed }) {
    const trusted = await trustedManifest(tool.store, app, ledger.live?.releases[app]);
    const found = new Verification(proposed);
    await found.checkRelease(app, version, trusted);
    const { checked, damages } = found;
    const [first] = damages;
    if (!first) return { detail: formatCount(checked, 'file') };
    const more = damages.length > 1 ? ` (and ${damages.length - 1} more)` : '';
    throw new Refusal(`${first.key} ${first.reason}${more}; delete it and publish again.`);
  },
};
