import { createElement, type ReactElement } from 'react';
import { partEvent } from './page-roots';

/*
 * Components for modules that React 18 or newer renders. Modules of other frameworks write an empty element themselves:
 * <div data-part="reviews/Stars" data-props='{"of":"x"}'></div>. They must not touch its children; Vue and Svelte leave an
 * empty element alone.
 */

/**
 * Props of parts, by federation id. A site declares its own: `declare module '@composed/contracts/Part' { interface
 * PartProps { 'reviews/Stars': { readonly of: string } } }`. For a part that dispatches events, it declares their type as
 * `readonly onPart?: (event: CustomEvent<{ readonly stars: number }>) => void`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- sites add to it
export interface PartProps {}

/** Empty HTML that Trusted Types accept. */
const { emptyHTML = '' } = (Reflect.get(globalThis, 'trustedTypes') ?? {}) as {
  readonly emptyHTML?: string;
};
/** Always the same object, so React sets the content once and then leaves the root of the part alone. */
const untouched = {
  dangerouslySetInnerHTML: { __html: emptyHTML },
  suppressHydrationWarning: true,
};

/**
 * The event from a part to the module around it. The part dispatches it on any of its elements: `const event:
 * PartEvent<'reviews/Stars'> = new CustomEvent('part', { bubbles: true, detail: { stars: 5 } })`. The outer module
 * receives it once that module is hydrated, by `onPart` of `<Part>` or by a listener for `part` on the part's element.
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

/** The props that the site declares for a part. If it declares none, any JSON. */
type PropsOfPart<Id> = Id extends keyof PartProps
  ? Readonly<PartProps[Id]>
  : Readonly<Record<string, Json | undefined>>;

/**
 * Shows another team's module inside this one, from the release that the page pins. The package of this module has to
 * name it under `microFrontend.exposes["./…"].parts`.
 */
export const Part = <Id extends string>(
  props: { readonly id: Id } & PropsOfPart<Id>,
): ReactElement => {
  const { id, onPart, ...partProps }: { readonly id: string; readonly onPart?: unknown } = props;
  const listen = (element: Element | null) => {
    if (!element || !isListener(onPart)) return;
    listeners.set(element, onPart);
    element.addEventListener(partEvent, onEvent);
  };
  const data = { 'data-part': id, 'data-props': JSON.stringify(partProps) };
  return createElement('div', { ...untouched, ...data, ref: listen });
};

/**
 * Opens a slot that any number of other modules can fill. The package of this module has to name the slot under
 * `microFrontend.exposes["./…"].opens`, and the host decides which apps may fill it.
 * @param props passed to each of these modules as JSON
 */
export const OpenSlot = ({
  name,
  props = {},
}: {
  readonly name: string;
  readonly props?: object;
}): ReactElement =>
  createElement('div', { ...untouched, 'data-opens': name, 'data-props': JSON.stringify(props) });
