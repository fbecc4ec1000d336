import { createElement, type ReactElement } from 'react';
import { partEvent } from './remote-names';

/*
 * Components for modules that React renders, version 18 or newer. Modules of other frameworks write the element
 * themselves, empty: <div data-part="reviews/Stars" data-props='{"of":"x"}'></div>. They must leave its children alone,
 * as Vue and Svelte do with an empty element.
 */

/**
 * Props of parts, by federation id. The contract of a site adds to it: `declare module '@composed/contracts/Part' {
 * interface PartProps { 'reviews/Stars': { readonly of: string } } }`. A part that dispatches events declares their
 * type as `readonly onPart?: (event: CustomEvent<{ readonly stars: number }>) => void`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- sites add to it
export interface PartProps {}

/** Empty content that Trusted Types accept. */
const { emptyHTML = '' } = (Reflect.get(globalThis, 'trustedTypes') ?? {}) as {
  readonly emptyHTML?: string;
};
/** The same object for all parts, so React sets the content once and then leaves the part’s own root alone. */
const untouched = {
  dangerouslySetInnerHTML: { __html: emptyHTML },
  suppressHydrationWarning: true,
};

/**
 * The event from a part to the module around it. The part dispatches it on any of its elements: `const event:
 * PartEvent<'reviews/Stars'> = new CustomEvent('part', { bubbles: true, detail: { stars: 5 } })`. It waits until the
 * module around it listens, by `onPart` of `<Part>` or for `part` on the element.
 */
export type PartEvent<Id extends keyof PartProps> = PartProps[Id] extends {
  readonly onPart?: (event: infer Event) => void;
}
  ? Event
  : never;

type Listener = (event: CustomEvent) => void;
const isListener = (value: unknown): value is Listener => typeof value === 'function';

/** Listeners by element, since React has no prop for a custom event. */
const listeners = new WeakMap<Element, Listener>();
const onEvent = (event: Event) => {
  if (event.currentTarget instanceof Element && event instanceof CustomEvent)
    listeners.get(event.currentTarget)?.(event);
};

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Props as the site declares them, or else any JSON. */
type PropsOfPart<Id> = Id extends keyof PartProps
  ? Readonly<PartProps[Id]>
  : Readonly<Record<string, Json | undefined>>;

/**
 * Another team's module inside this one, from the release that the page pins. The package of this module names it under
 * `microFrontend.exposes["./…"].parts`.
 */
export const Part = <Id extends string>(
  props: { readonly id: Id } & PropsOfPart<Id>,
): ReactElement => {
  const { id, onPart, ...given }: { readonly id: string; readonly onPart?: unknown } = props;
  const listen = (element: Element | null) => {
    if (!element || !isListener(onPart)) return;
    listeners.set(element, onPart);
    element.addEventListener(partEvent, onEvent);
  };
  const data = { 'data-part': id, 'data-props': JSON.stringify(given) };
  return createElement('div', { ...untouched, ...data, ref: listen });
};

/**
 * A slot that any number of other modules can fill. The package of this module names it under
 * `microFrontend.exposes["./…"].opens`, and the host decides which apps may fill it.
 * @param props given to each of these modules, as JSON
 */
export const Slot = ({
  name,
  props = {},
}: {
  readonly name: string;
  readonly props?: object;
}): ReactElement =>
  createElement('div', { ...untouched, 'data-opens': name, 'data-props': JSON.stringify(props) });
