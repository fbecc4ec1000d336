import type { Variant } from '../lab/bench/variants/variants';
import { slowdowns, type Sample } from '../lab/bench/visitor/samples';

/** Rounds of a figure for each variant, the same at both speeds of the processor. */
export function aMeasuring(
  figure: string,
  values: Readonly<Partial<Record<Variant, readonly number[]>>>,
): Sample[] {
  return (['composed', 'monolith', 'scriptless'] as const).flatMap((variant) =>
    (values[variant] ?? []).flatMap((value, round) =>
      slowdowns.map((slowdown) => ({ round, slowdown, variant, figures: { [figure]: value } })),
    ),
  );
}
