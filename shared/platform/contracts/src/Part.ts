import { createElement, type ReactElement } from 'react';
import { partEvent } from './remote-names';

/*
 * For modules that React renders, the host's or one of their own, 18 or newer. Others write the element themselves,
 * without content: <div data-part="reviews/Stars" data-props='{"of":"x"}'></div>. Whatever renders it must leave its
 * inside alone: Vue and Svelte do with an element that has no children.
 */

/**
 * Props that modules are given where they stand in another one, by federation id. The contract of a site adds to it:
 * `declare module '@composed/contracts/Part' { interface PartProps { 'reviews/Stars': { readonly of: string } } }`.
 * With `readonly onPart?: (event: CustomEvent<{ readonly stars: number }>) => void` it says what the part tells.
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

/**
 * The event by which a part tells the module around it something; its own module dispatches it on any of its elements:
 * `const event: PartEvent<'reviews/Stars'> = new CustomEvent('part', { bubbles: true, detail: { stars: 5 } })`. It is
 * kept until that module listens: by `onPart` of `<Part>`, or for `part` on the element itself.
 */
export type PartEvent<Id extends keyof PartProps> = PartProps[Id] extends {
  readonly onPart?: (event: infer Event) => void;
}
  ? Event
  : never;

type Listener = (event: CustomEvent) => void;
const isListener = (value: unknown): value is Listener => typeof value === 'function';

/** The listeners of elements; React has no property for the event. */
const listeners = new WeakMap<Element, Listener>();
const hear = (event: Event) => {
  if (event.currentTarget instanceof Element && event instanceof CustomEvent)
    listeners.get(event.currentTarget)?.(event);
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
export const Part = <Id extends string>(
  props: { readonly id: Id } & PropsOfPart<Id>,
): ReactElement => {
  const { id, onPart, ...given }: { readonly id: string; readonly onPart?: unknown } = props;
  const listen = (element: Element | null) => {
    if (!element || !isListener(onPart)) return;
    listeners.set(element, onPart);
    element.addEventListener(partEvent, hear);
  };
  const data = { 'data-part': id, 'data-props': JSON.stringify(given) };
  return createElement('div', { ...untouched, ...data, ref: listen });
};

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
