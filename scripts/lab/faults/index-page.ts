import { html } from '../../services/pages/html';
import { layout } from '../../services/pages/layout';
import type { Fault } from './fault';

function howItPasses({ passes }: Fault, lasts: number): string {
  if (passes === 'mended') return `Mended ${lasts / 1000} s after it is opened.`;
  if (passes === 'pressed twice') return 'Passes with the second press.';
  return '';
}

/** The index of the gallery: one link per fault, and what must be seen behind it. */
export function indexPage(faults: readonly Fault[], lasts: number): string {
  return layout({
    title: 'Fault gallery',
    wide: true,
    body: html`<div>
        <h1>Fault gallery</h1>
        <p class="lead">
          The real site with one thing broken at a time. Faults of a remote are also met by going to
          ${'"Terms & Conditions"'} first, reloading, and coming back.
        </p>
      </div>
      <dl>
        ${faults.map(
          (fault) =>
            html`<dt><a href="/open/${fault.name}">${fault.broken}</a></dt>
              <dd>${fault.seen} ${howItPasses(fault, lasts)}</dd>`,
        )}
      </dl>`,
  });
}
