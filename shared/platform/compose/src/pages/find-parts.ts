import { hash } from 'node:crypto';
import type { PlannedModule } from '@composed/contracts/composer';
import { createRefuser } from '../checks/check-markup';
import { isTooDeep } from '../checks/json-depth';
import type { DeploymentInput } from '../deployment/deployment';
import { attribute, elementsIn } from '../html/elements';
import type { Markup, MarkupElement, Refuse } from '../html/markup';

/*
 * Parts are modules inside other modules. The composer plans which parts a module may hold. The markup of the module
 * says which parts it does hold, and with which props.
 */

/** An element for a part, in the markup of a module. */
export interface PartSlot {
  readonly id: string;
  /** The props in the element, as JSON. */
  readonly json: string;
  /** Undefined if the part has no release. */
  readonly module: PlannedModule | undefined;
}

/** A rendered module, with the slots for parts in its markup. */
export interface RenderedModule {
  readonly module: PlannedModule;
  readonly markup: Markup;
  readonly slots: ReadonlyMap<MarkupElement, readonly PartSlot[]>;
}

/** The most parts of one module. More would slow down a page with modules of other teams. */
export const maxParts = 250;
/** The most characters of the props of a part, for the same reason. */
const maxPropsLength = 10_000;

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value);

/** Returns the reason why a part cannot be rendered with props, or null. */
function problemOfProps(props: object, types: Readonly<Record<string, string>>): string | null {
  const mismatch = Object.entries(types).find(([name, kind]) => {
    const value: unknown = Reflect.get(props, name);
    const isLeftOut = value === undefined && kind.endsWith('?');
    return !isLeftOut && kindOf(value) !== kind.replace('?', '');
  });
  if (mismatch) return `no "${mismatch[0]}" as it wants it (${mismatch[1]})`;
  const unknownName = Object.keys(props).find((name) => !Object.hasOwn(types, name));
  return unknownName === undefined ? null : `"${unknownName}", which it does not want`;
}

/** @returns null if the text is too long, too deep or no JSON object */
function parseProps(text: string): object | null {
  if (text.length > maxPropsLength) return null;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = value !== null && kindOf(value) === 'object';
    return isObject && !isTooDeep(value) ? (value as object) : null;
  } catch {
    return null;
  }
}

const shortHash = (value: unknown, length: number) =>
  hash('sha256', JSON.stringify(value)).slice(0, length);

/** @returns a function that creates the slot of a part in the markup of a module, from the props in its element */
function createSlotFactory({ releases }: DeploymentInput, module: PlannedModule, refuse: Refuse) {
  const { parts = [], part: name = module.id } = module;
  /** Number of elements so far with the same part and props. */
  const counts = new Map<string, number>();
  return (id: string, json: string): PartSlot => {
    const planned = parts.find((each) => each.id === id);
    const ownProps =
      parseProps(json) ??
      refuse(`gives ${id} something else than a JSON object of up to ${maxPropsLength} characters`);
    if (!planned) return { id, json, module: undefined };
    const types = releases[planned.app]?.manifest.exposes[planned.expose]?.given ?? {};
    const problem = problemOfProps(ownProps, types);
    if (problem !== null) refuse(`gives ${id} ${problem}`);
    const count = (counts.get(id + json) ?? 0) + 1;
    counts.set(id + json, count);
    const elementKey = shortHash([name, json, count], 8);
    const props = { ...ownProps, ...planned.props };
    // Ids inside a part begin with its name, so each element has markup of its own.
    const key = shortHash([props, elementKey], 16);
    const page = module.address === undefined ? {} : { address: module.address };
    const part = `${id}.${elementKey}`;
    return { id, json, module: { ...planned, ...page, parts, props, key, part } };
  };
}

/**
 * Finds the parts in the markup of a module.
 * @throws ReleaseError naming a part that the module's package does not list, or whose props do not fit
 */
export function findParts(
  input: DeploymentInput,
  module: PlannedModule,
  markup: Markup,
): RenderedModule {
  const { app, expose, opens = {} } = module;
  const allowedParts = input.releases[app]?.manifest.exposes[expose]?.parts ?? {};
  const refuse: Refuse = createRefuser(module);
  const createSlot = createSlotFactory(input, module, refuse);
  const slots = new Map<MarkupElement, readonly PartSlot[]>();
  let count = 0;
  for (const element of elementsIn(markup.tree)) {
    const part = attribute(element, 'data-part');
    const opened = attribute(element, 'data-opens');
    const slot = part ?? opened;
    if (slot === undefined) continue;
    if (element.childNodes.length > 0)
      refuse(`has something in the element for ${slot}, which has to be empty`);
    const list = part === undefined ? 'opens' : 'parts';
    const isNamed = Object.hasOwn({ opens, parts: allowedParts }[list], slot);
    if (!isNamed)
      refuse(
        `has a slot for ${slot}, which its package does not name: microFrontend.exposes["${expose}"].${list}`,
      );
    // Several parts may fill an open slot.
    const ids = part === undefined ? (opens[slot] ?? []) : [slot];
    const json = attribute(element, 'data-props') ?? '{}';
    slots.set(
      element,
      ids.map((id) => createSlot(id, json)),
    );
    count += ids.length;
    if (count > maxParts) refuse(`holds more than ${maxParts} parts`);
  }
  return { module, markup, slots };
}
