import type { Ledger } from '../ledger';
import { unknownName } from '../../usage';
import {
  builtVersion,
  type Facts,
  type Named,
  type Plan,
  previewAddress,
  recordAlone,
  releaseSet,
  uploadSteps,
} from './parts';

/** The site with one build, beside what is live. */
export function planPreview(command: Named<'preview'>, ledger: Ledger, facts: Facts): Plan {
  const { app, preview } = command;
  const { siteUrl, data: addresses } = ledger.settings;
  const { version } = builtVersion(app, facts);
  const releases = releaseSet(ledger, { [app]: version });
  const changes = [{ app, from: ledger.live?.releases[app] ?? null, to: version }];
  const { checks, uploads } = uploadSteps([app], facts);
  return {
    steps: [
      ...checks,
      // Its visits are not those of the site.
      { do: 'compose', releases, preview, siteUrl, signals: null, addresses },
      ...uploads,
      { do: 'store-pages' },
      { do: 'record', entry: { action: 'preview', changes, preview } },
      { do: 'activate', title: `Show the preview ${preview}` },
    ],
    outcome: `${app} ${version} can be seen at ${previewAddress(facts, siteUrl, preview)} (what is live did not change).`,
  };
}

/** @throws UsageError when there is no such preview */
export function planPreviewRemoval(preview: string, ledger: Ledger): Plan {
  if (!ledger.previews[preview]) {
    throw unknownName('preview', preview, Object.keys(ledger.previews));
  }
  return recordAlone(
    { action: 'preview-removed', changes: [], preview },
    `Take the preview ${preview} away`,
    `The preview ${preview} is gone; prune frees its files.`,
  );
}
