import type {} from '@composed/contracts/Part';

/** What the parts of each team are given: their contract. */
declare module '@composed/contracts/Part' {
  interface PartProps {
    'checkout/AddToCart': { readonly sku: string; readonly name: string; readonly price: number };
    'explore/Recommendations': { readonly category: string; readonly without: string };
  }
}
