import { createElement, type ReactElement } from 'react';

/*
 * For modules that React renders, the host's or one of their own, 18 or newer. Others write the element themselves,
 * without content: <div data-part="reviews/Stars" data-props='{"of":"x"}'></div>. Whatever renders it must leave its
 * inside alone: Vue and Svelte do with an element that has no children.
 */

/**
 * Props that modules are given where they stand in another one, by federation id. The contract of a site adds to it:
 * `declare module '@composed/contracts/Part' { interface PartProps { 'reviews/Stars': { readonly of: string } } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- sites add to it
export interface PartProps {}

/** No text, in a form that Trusted Types let through. */
const { emptyHTML = '' } = (Reflect.get(globalThis, 'trustedTypes') ?? {}) as {
  readonly emptyHTML?: string;
};
/** One object for all parts: React sets the content once, and leaves what the part’s own root renders alone. */
const untouched = {
  dangerouslySetInnerHTML: { __html: emptyHTML },
  suppressHydrationWarning: true,
};

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Props that a site declares, or any that JSON can say. */
type PropsOfPart<Id> = Id extends keyof PartProps
  ? Readonly<PartProps[Id]>
  : Readonly<Record<string, Json | undefined>>;

/**
 * Another team's module inside of this one. Its release, and no other, says what it is: the page pins it. The package of
 * this module names it under `microFrontend.exposes["./…"].parts`.
 */
export const Part = <Id extends string>({
  id,
  ...props
}: { readonly id: Id } & PropsOfPart<Id>): ReactElement =>
  createElement('div', { ...untouched, 'data-part': id, 'data-props': JSON.stringify(props) });

/**
 * A slot of this module for any number of others. Its package names it under `microFrontend.exposes["./…"].opens`, and
 * the host says whose modules stand there.
 * @param props what each of them is given, as JSON
 */
export const Slot = ({
  name,
  props = {},
}: {
  readonly name: string;
  readonly props?: object;
}): ReactElement =>
  createElement('div', { ...untouched, 'data-opens': name, 'data-props': JSON.stringify(props) });
