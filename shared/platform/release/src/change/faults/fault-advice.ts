import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import { plainText } from '@composed/command/terminal';
import { adviceOnHead } from '@composed/compose/checks/check-head';
import { type BuiltRelease, readBundledModules } from '../../store/releases';
import type { NextDeployment, StepContext } from '../step';

/** React's error for a text that differs. It has no position. */
export const textDiffers = 'error #418';

const adviceOnLocale =
  'The text differs from the composed one only in German and in the time zone of Tokyo: give toLocaleString and Intl a locale and a time zone, or show what depends on the visitor after mounting.';
const adviceOnProps =
  'The text differs from the composed one in every language and time zone: render only what depends on props, and show what depends on the visitor (time, randomness, storage, address) after mounting.';
/** Text in a fault → advice. */
export const advice: ReadonlyMap<string, string> = new Map([
  [
    'error #482',
    'A component is async, which no browser renders: load from an effect, or read a promise with use(…) in a Suspense.',
  ],
  [
    'Trusted Types refuse',
    'Render elements instead of setting innerHTML or dangerouslySetInnerHTML. For a library that needs these, the owner of the site can write "trustedTypes": "off" under site in the package.json that describes it; browsers then stop less injected markup.',
  ],
  ['> left out of the head', `Nothing is rendered into the head: ${adviceOnHead}.`],
]);

const formattingCall = /\.toLocale(?:Date|Time)?String\(|\bIntl\.\w+\(/;

/** Returns lines of a build's own sources that format numbers or dates, which depends on the language and time zone. */
async function findFormatting(build: BuiltRelease): Promise<string[]> {
  const modules = await readBundledModules(build);
  const ownModules = modules.filter(({ name }) => !name.includes('node_modules/'));
  const lines = ownModules.map(async ({ name }) => {
    const text = await readFile(path.join(getRepositoryRoot(), name), 'utf8').catch(() => '');
    return text.split('\n').flatMap((line, n) => {
      return formattingCall.test(line) ? [`  ${name}:${n + 1}: ${plainText(line)}`] : [];
    });
  });
  return (await Promise.all(lines)).flat().slice(0, 5);
}

/** Returns advice on a text that differs. Depends on whether it also differs in the language and time zone of composing. */
export async function adviseOnText(
  { tool, overlay, builds }: StepContext,
  { deployment, data }: NextDeployment,
  { names, apps }: { readonly names: readonly string[]; readonly apps: readonly string[] },
): Promise<string[]> {
  const visitor = { locale: 'en-US', timezoneId: 'UTC' };
  const result = await tool.smokeTestPages(deployment.pages, names, overlay, {
    apps,
    data,
    visitor,
  });
  const faults = [...(result?.faults.keys() ?? [])];
  if (faults.some((fault) => fault.includes(textDiffers))) return [adviceOnProps];
  const changedBuilds = apps.flatMap((app) => builds.get(app) ?? []);
  const lines = (await Promise.all(changedBuilds.map(findFormatting))).flat();
  const formattingLines =
    lines.length > 0 ? ['Numbers and dates are formatted here:', ...lines] : [];
  return [adviceOnLocale, ...formattingLines];
}
