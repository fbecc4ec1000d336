import type { ReactNode } from 'react';

/** One component in one state. */
export interface Specimen {
  readonly name: string;
  readonly node: ReactNode;
  /**
   * Width in CSS pixels of a window of its own: for what depends on the window's width, or has ids that
   * may be in a page only once.
   */
  readonly window?: number;
}

export interface SpecimenGroup {
  readonly title: string;
  readonly specimens: readonly Specimen[];
}

/** Names a specimen in an address. */
export function specimenId(group: SpecimenGroup, specimen: Specimen): string {
  return `${group.title}/${specimen.name}`.toLowerCase().replaceAll(/[^a-z0-9/]+/g, '-');
}
