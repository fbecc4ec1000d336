import type {} from '@composed/contracts/Part';

/** The contract of each team’s parts: the props that they are given. */
declare module '@composed/contracts/Part' {
  interface PartProps {
    'checkout/AddToCart': {
      readonly sku: string;
      readonly name: string;
      readonly price: number;
      readonly onPart?: (event: CustomEvent<{ readonly added: string }>) => void;
    };
    'explore/Recommendations': { readonly category: string; readonly without: string };
  }
}
