import type { ReactNode } from 'react';
import { VisuallyHidden } from '@shopwright/shared/ui/VisuallyHidden';
import styles from './legal-pages.module.css';

/** The shade of a fold in the paper. */
const fold = { fill: 'var(--ink)', opacity: 0.12 };

interface DecorativePageProps {
  readonly heading: string;
  /** The drawing on the disc. */
  readonly children: ReactNode;
}

/** A page with only a decorative shape and a hidden heading (host/README.md, "Routes"). */
function DecorativePage({ heading, children }: DecorativePageProps) {
  return (
    <div className={styles.page} data-boundary="host">
      <h1>
        <VisuallyHidden>{heading}</VisuallyHidden>
      </h1>
      <svg aria-hidden="true" viewBox="0 0 600 600">
        <circle fill="var(--disc)" cx="300" cy="300" r="270" />
        {children}
      </svg>
    </div>
  );
}

/** Stripes of a fan of 140 degrees, in sevenths of it. */
const stripes = [-3, -2, -1, 0, 1, 2, 3];

/** Terms & Conditions: empty except for a shape, an awning that is spread like a scallop shell. */
export function TermsPage() {
  return (
    <DecorativePage heading="Terms & Conditions">
      {stripes.map((step) => (
        <g key={step} transform={`rotate(${step * 20} 300 190)`}>
          <path
            fill={step % 2 ? 'var(--tomato)' : 'var(--paper)'}
            d="M300 190 l43.4 246.2 a43.4 43.4 0 0 1 -86.8 0Z"
          />
          <path
            {...fold}
            d="M264.6 390.9 L256.6 436.2 a43.4 43.4 0 0 0 86.8 0 L335.4 390.9 A204 204 0 0 1 264.6 390.9Z"
          />
        </g>
      ))}
      <circle fill="var(--butter)" cx="300" cy="190" r="30" />
    </DecorativePage>
  );
}

/** Twelve scallops round a circle. */
const seal =
  'M352 335a14.5 14.5 0 0 1 -7 26a14.5 14.5 0 0 1 -19 19a14.5 14.5 0 0 1 -26 7a14.5 14.5 0 0 1 -26 -7a14.5 14.5 0 0 1 -19 -19a14.5 14.5 0 0 1 -7 -26a14.5 14.5 0 0 1 7 -26a14.5 14.5 0 0 1 19 -19a14.5 14.5 0 0 1 26 -7a14.5 14.5 0 0 1 26 7a14.5 14.5 0 0 1 19 19a14.5 14.5 0 0 1 7 26Z';

/** The privacy policy: empty except for a shape, a sealed letter. */
export function PrivacyPolicyPage() {
  return (
    <DecorativePage heading="Privacy Policy">
      <g transform="rotate(-6 300 310)">
        <path {...fold} d="M118 212h380v236H118Z" />
        <path fill="var(--paper)" d="M110 200h380v236H110Z" />
        <path {...fold} d="m110 436 166-128q24-18 48 0l166 128Z" />
        <path fill="var(--butter)" d="M110 200h380L326 344q-26 20-52 0Z" />
        <path {...fold} d="m110 200 164 144q26 20 52 0l164-144-164 126q-26 20-52 0Z" />
        <path fill="var(--tomato)" d={seal} />
        <path fill="var(--ink)" d="M300 308a16 16 0 0 1 9 29l6 27h-30l6-27a16 16 0 0 1 9-29Z" />
      </g>
    </DecorativePage>
  );
}
