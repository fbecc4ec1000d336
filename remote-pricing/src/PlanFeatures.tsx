import type { Period } from '@shopwright/shared/contracts/plans';
import { featureLabel } from './feature-labels';

interface PlanFeaturesProps {
  readonly codes: readonly string[];
  /** The period, if the features of a plan differ between periods. */
  readonly period?: Period | undefined;
}

/** The features of a plan. Without any, the space stays, so that the buttons of all plans are in line. */
export function PlanFeatures({ codes, period }: PlanFeaturesProps) {
  if (codes.length === 0) return null;
  return (
    // Restores the role that Safari removes from a list without markers.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ul role="list" data-only={period}>
      {codes.map((code) => (
        <li key={code}>{featureLabel(code)}</li>
      ))}
    </ul>
  );
}
