import { uploadRelease } from '../releases';
import { formatCount } from '../reports/format';
import type { StepKind } from './step';

export interface Upload {
  readonly app: string;
  readonly version: string;
  /** Keys that the store does not have yet, and how many it has. */
  readonly keys: readonly string[];
  readonly kept: number;
}

export const upload: StepKind<Upload> = {
  title: ({ app, version, keys }) =>
    `Upload ${app} ${version}${keys.length > 0 ? ` (${formatCount(keys.length, 'new file')})` : ''}`,
  async run({ app, keys, kept }, { tool, builds }) {
    const build = builds.get(app);
    if (!build) throw new Error(`There is no build of ${app} to upload.`);
    await uploadRelease(tool.store, tool.compress, build, new Set(keys));
    if (keys.length === 0) return { detail: 'it is there already' };
    return { detail: kept > 0 ? `${kept} there already` : '' };
  },
};
