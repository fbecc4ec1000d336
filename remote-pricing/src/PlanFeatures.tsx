import type { Period } from '@shopwright/shared/contracts/plans';
import { featureLabel } from './feature-labels';

interface PlanFeaturesProps {
  readonly codes: readonly string[];
  /** The period, if the features of a plan differ between periods. */
  readonly period?: Period | undefined;
}

/** Features of a plan. A plan that names nothing keeps the room, so that buttons stay in line. */
export function PlanFeatures({ codes, period }: PlanFeaturesProps) {
  if (codes.length === 0) return null;
  return (
    // Safari takes the role from a list without markers; this gives it back.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ul role="list" data-only={period}>
      {codes.map((code) => (
        <li key={code}>{featureLabel(code)}</li>
      ))}
    </ul>
  );
}
