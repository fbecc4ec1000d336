import { UserError } from '@composed/command/errors';
import { sharesCookies } from '@composed/command/environment';
import { createUnknownNameError } from '@composed/command/usage';
import type { SiteCommand } from './site-command';
import { commit } from '../steps/commit';
import { goLive } from '../steps/go-live';
import type { Ledger } from '../../ledger/ledger';
import { findLocalAddress } from '../../ledger/site-settings';
import { checkLoss } from '../steps/check-loss';
import { checkShown } from '../steps/check-shown';
import { composePages } from '../steps/compose-pages';
import { storePages } from '../steps/store-pages';
import { noSteps, type CommandPlan } from '../step';
import { checkRelease } from '../steps/check-release';
import { upload } from '../steps/upload';
import type { ReleaseTool } from '../../tool/release-tool';
import { requireBuild, type PlanInput } from './plan-input';
import { commitWithoutPages, replaceReleases } from './live-releases';

/**
 * Returns the address of a preview.
 * @param ledger the settings of a site on this machine only have no public address
 * @throws UserError for a public site without an origin for previews, whose unreviewed code would otherwise run with the
 *   cookies of the live site
 */
export function findPreviewAddress(
  tool: Pick<ReleaseTool, 'localUrl' | 'previewUrl'>,
  ledger: Pick<Ledger, 'live' | 'settings'>,
  name: string,
): string {
  const { siteUrl } = ledger.settings;
  const origin = tool.previewUrl ?? (siteUrl === null ? findLocalAddress(tool, ledger) : null);
  const isApart = origin !== null && (siteUrl === null || !sharesCookies(origin, siteUrl));
  if (isApart) return `${origin}/preview/${name}/`;
  throw new UserError(
    'Previews of a public site need an origin of their own, which shares no cookies with it; name it in PREVIEW_URL, such as https://previews.example.com, here and where the site is served.',
  );
}

/** Plans to show the site with one build, beside the live site. */
export function planPreview(
  command: Extract<SiteCommand, { name: 'preview' }>,
  ledger: Ledger,
  input: PlanInput,
): CommandPlan {
  const { app, preview } = command;
  const { siteUrl, data: addresses } = ledger.settings;
  const build = requireBuild(app, input);
  const { version } = build;
  const releases = replaceReleases(ledger, { [app]: version });
  const changes = [{ app, from: ledger.live?.releases[app] ?? null, to: version }];
  const steps = noSteps
    .check(checkRelease(build))
    // Visits to a preview are not visits to the site, so it sends no telemetry.
    .next(composePages({ releases, preview, siteUrl, telemetry: null, addresses }))
    .check(checkLoss(), checkShown(app))
    .nextAll(upload(build), storePages)
    .next(commit({ entry: { action: 'preview', changes, preview } }))
    .next(goLive(`Show the preview ${preview}`));
  const address = findPreviewAddress(input.tool, ledger, preview);
  const outcome = `${app} ${version} can be seen at ${address} (the live site is unchanged).`;
  return { ...steps, outcome };
}

/**
 * Plans to remove a preview.
 * @throws UsageError if there is no such preview
 */
export function planPreviewRemoval(preview: string, ledger: Ledger): CommandPlan {
  if (!ledger.previews[preview]) {
    throw createUnknownNameError('preview', preview, Object.keys(ledger.previews));
  }
  return commitWithoutPages(
    { action: 'preview-removed', changes: [], preview },
    `Remove the preview ${preview}`,
    `The preview ${preview} is gone; "prune" frees its files.`,
  );
}
