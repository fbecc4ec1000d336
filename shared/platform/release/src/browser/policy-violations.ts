import type { Page } from 'playwright-core';

/** Matches the browser's own messages about violations, which have no position in a script. */
export const browserViolation =
  /^[^:]*: (?:This document requires 'Trusted|.*Content Security Policy)/;

const uses: ReadonlyMap<string, string> = new Map([
  ['connect-src', 'connect'],
  ['img-src', 'image'],
  ['font-src', 'font'],
  ['frame-src', 'frame'],
  ['script-src-elem', 'script'],
]);

type PolicyViolation = Pick<
  SecurityPolicyViolationEvent,
  'effectiveDirective' | 'blockedURI' | 'sample'
>;

/** Describes a violation of a page's policy, with the line of configuration that would allow it, if there is one. */
function formatViolation({
  effectiveDirective: directive,
  blockedURI,
  sample,
}: PolicyViolation): string {
  if (directive === 'require-trusted-types-for') {
    return `Trusted Types refuse text as markup or script (${sample.replace(/\|.*/s, '')})`;
  }
  if (directive === 'trusted-types') {
    return `its package.json does not name the Trusted Types policy "${sample}": add "trustedTypes": ["${sample}"]`;
  }
  const use = uses.get(directive);
  const problem = `the page’s policy (${directive}) refuses ${blockedURI}`;
  if (use === undefined || !blockedURI.startsWith('https:')) return problem;
  const line = JSON.stringify({ [use]: [new URL(blockedURI).origin] });
  return `${problem}; to use it, its package.json needs "outside": ${line}`;
}

/** Reports violations of a page's policy. Their position in a script is reported as a stack. */
export async function watchViolations(page: Page, tell: (fault: string, stack: string) => void) {
  await page.exposeFunction('tellViolation', (violation: PolicyViolation, stack: string) => {
    tell(formatViolation(violation), stack);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sample, sourceFile } = event;
      const position = `${sourceFile}:${event.lineNumber}:${event.columnNumber}`;
      const stack = sourceFile === '' ? '' : ` at ${position}`;
      const report = Reflect.get(window, 'tellViolation') as (...parameters: unknown[]) => unknown;
      report({ effectiveDirective, blockedURI, sample }, stack);
    });
  });
}
