import { visitorAddress } from '@composed/testing/server/visitor-address';
import { startS3Proxy } from '@composed/testing/store/s3-proxy';
import { aTeam, skipTypeCheck } from './team';
import { countTelemetry } from './change-site';

/* A site with an edited host and an edited pricing, which fail on request, and whose pages pin only one remote. */

export const sectionFile = 'remote-pricing/src/PricingSection.tsx';
export const startFile = 'shared/platform/host/src/start/start-site.tsx';
export const uiFile = 'shared/src/ui/VisuallyHidden.tsx';

/**
 * A comment at the end of each line that throws names its fault. The hash of the page's address selects a fault. Calls
 * are statements in blocks, since WebKit's stacks lack the caller of a tail call.
 */
const edits = [
  [
    uiFile,
    'export const VisuallyHidden',
    `export const call = (runs: (() => void)[]) => {
  runs.forEach((run) => {
    run();
  });
};
export const VisuallyHidden`,
  ],
  [sectionFile, '{ useId }', '{ useEffect, useId }'],
  [sectionFile, '{ VisuallyHidden }', '{ call, VisuallyHidden }'],
  [
    sectionFile,
    '  const noticeId = useId();',
    `  const asked = globalThis.location?.hash ?? '';
  if (asked.startsWith('#render'))
    throw new Error(asked); // render
  useEffect(() => {
    if (asked.startsWith('#effect'))
      throw new Error(asked); // effect
    if (asked.startsWith('#promise'))
      void Promise.reject(new Error(asked)); // promise
  }, [asked]);
  const fail = () => {
    throw new Error(asked); // handler
  };
  const noticeId = useId();`,
  ],
  [
    sectionFile,
    '<p className={styles.contact}>',
    '<button type="button" onClick={() => { call([fail]); }}>Fail</button><p>',
  ],
  [
    startFile,
    '/**\n * Starts a site',
    `if (location.hash.startsWith('#modules'))
  throw new Error(location.hash); // modules
/**
 * Starts a site`,
  ],
  [
    startFile,
    '  keepStaticMarkup(root);',
    `  if (location.hash.startsWith('#start'))
    throw new Error(location.hash); // start
  keepStaticMarkup(root);`,
  ],
  ['shared/platform/host/src/composer/page-pins.ts', 'maxPinned = 10', 'maxPinned = 1'],
] as const;

/** Builds and starts the site, and makes it collect telemetry. */
export async function startEditedSite() {
  const team = await aTeam();
  const texts = new Map<string, string>();
  for (const [file, before, after] of edits) texts.set(file, await team.edit(file, before, after));
  const overrides = ['--skip-smoke-test', '--over-budget', '--allow-no-rollback'];
  const options = overrides.flatMap((option) => [option, 'A test']);
  await team.mustRelease('publish', 'pricing', 'host', ...skipTypeCheck, ...options);
  await team.mustRelease('preview', 'pricing', '--name', 'broken');
  const { dataDir, url } = team.site;
  const store = await countTelemetry(team.site);
  // A proxy that gives each request its own visitor address, so that rate limits do not apply.
  const front = await startS3Proxy(url, () => ({ 'x-forwarded-for': visitorAddress() }));
  return {
    url: front.url,
    ownUrl: url,
    dataDir,
    store,
    team,
    lineOf(file: string, fault: string) {
      const lines = texts.get(file)?.split('\n') ?? [];
      const at = lines.findIndex((line) => line.endsWith(`// ${fault}`));
      return { source: file, line: at + 1, code: lines[at]?.trim() };
    },
    stop: async () => {
      await front.stop();
      await team.stop();
    },
  };
}
