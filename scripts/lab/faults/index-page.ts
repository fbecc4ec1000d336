import { html } from '../../services/pages/html';
import { layout } from '../../services/pages/layout';
import type { Fault } from './fault';

function howItEnds({ ends }: Fault, duration: number): string {
  if (ends === 'when repaired') return `Repaired ${duration / 1000} s after it is opened.`;
  if (ends === 'at the second press') return 'Ends with the second press.';
  return '';
}

/** The index of the gallery: one link per fault, and what must be seen behind it. */
export function indexPage(faults: readonly Fault[], duration: number): string {
  return layout({
    title: 'Fault gallery',
    wide: true,
    body: html`<div>
        <h1>Fault gallery</h1>
        <p class="lead">
          The real site with one thing broken at a time. Faults of a remote are also seen by going
          to ${'"Terms & Conditions"'} first, reloading, and coming back.
        </p>
      </div>
      <dl>
        ${faults.map(
          (fault) =>
            html`<dt><a href="/open/${fault.name}">${fault.broken}</a></dt>
              <dd>${fault.seen} ${howItEnds(fault, duration)}</dd>`,
        )}
      </dl>`,
  });
}
