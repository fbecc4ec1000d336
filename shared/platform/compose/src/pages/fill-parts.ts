import { hash } from 'node:crypto';
import { ReleaseError } from '@composed/command/errors';
import { renderedName, type PlannedModule } from '@composed/contracts/composer';
import { maxPartDepth } from '@composed/contracts/remote-names';
import { isTooDeep } from '../checks/check-head';
import { createRefuser } from '../checks/check-markup';
import { attribute, elementsIn } from '../html/elements';
import type { DeploymentInput } from '../deployment/deployment';
import { collectGarbageSooner, SpooledFiles } from '../deployment/spooled-files';
import {
  escapeValue,
  normalizeMarkup,
  serializeNodes,
  type Markup,
  type MarkupElement,
  type Refuse,
} from '../html/markup';

/*
 * Parts are modules inside other modules. The composer plans which parts a module may hold. The markup of the module
 * says which parts it does hold, and with which props.
 */

/** An element for a part, in the markup of a module. */
interface PartSlot {
  readonly id: string;
  /** The props in the element, as JSON. */
  readonly json: string;
  /** Undefined if the part has no release. */
  readonly module: PlannedModule | undefined;
}

/** A rendered module, with the slots for parts in its markup. */
interface RenderedModule {
  readonly module: PlannedModule;
  readonly markup: Markup;
  readonly slots: ReadonlyMap<MarkupElement, readonly PartSlot[]>;
}

/**
 * The most parts of one module, and characters of the props of each: more would slow down a page with modules of other
 * teams.
 */
const max = { parts: 250, characters: 10_000 };

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
  if (text.length > max.characters) return null;
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
      refuse(`gives ${id} something else than a JSON object of up to ${max.characters} characters`);
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
function findParts(input: DeploymentInput, module: PlannedModule, markup: Markup): RenderedModule {
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
    if (count > max.parts) refuse(`holds more than ${max.parts} parts`);
  }
  return { module, markup, slots };
}

/** Renders modules without the parts in them, and returns their markup by `renderedName`. */
type Render = (modules: readonly PlannedModule[]) => Promise<ReadonlyMap<string, Markup>>;

/**
 * Renders modules, the parts in them, and the parts in those parts.
 * @returns all rendered modules by `renderedName`
 * @throws ReleaseError naming a module that holds too many parts, or nests them too deep
 */
async function renderWithParts(
  input: DeploymentInput,
  modules: readonly PlannedModule[],
  render: Render,
): Promise<ReadonlyMap<string, RenderedModule>> {
  const rendered = new Map<string, RenderedModule>();
  let modulesAtDepth = modules;
  for (let depth = 0; modulesAtDepth.length > 0; depth += 1) {
    const markups = await render(modulesAtDepth);
    const next = new Map<string, PlannedModule>();
    for (const module of modulesAtDepth) {
      const name = renderedName(module);
      const markup = markups.get(name);
      if (!markup) continue;
      const renderedModule = findParts(input, module, markup);
      rendered.set(name, renderedModule);
      const refuse = (problem: string): never => {
        const reason = `its ${module.expose} holds ${problem}`;
        throw new ReleaseError({ app: module.app, reason });
      };
      for (const { id, module: part } of [...renderedModule.slots.values()].flat()) {
        if (!part || rendered.has(renderedName(part))) continue;
        // The platform's own composer refuses this in the plan, but a host may have another composer.
        if (depth === maxPartDepth) refuse(`${id}, more than ${maxPartDepth} parts deep`);
        next.set(renderedName(part), part);
        if (next.size > max.parts * modules.length)
          refuse(`parts that hold more than ${max.parts} parts`);
      }
    }
    modulesAtDepth = [...next.values()];
  }
  return rendered;
}

/**
 * Inserts the parts into the markup of modules.
 * @returns a function that returns the text of a module, or '' if it was not rendered; it throws a ReleaseError naming a
 *   module whose markup cannot hold its parts
 */
function createPartWriter(rendered: ReadonlyMap<string, RenderedModule>) {
  const texts = new Map<string, string>();
  const textOf = (module: PlannedModule): string => {
    const name = renderedName(module);
    const knownText = texts.get(name);
    if (knownText !== undefined) return knownText;
    const renderedModule = rendered.get(name);
    const text = renderedModule ? write(renderedModule) : '';
    texts.set(name, text);
    return text;
  };
  const boxOf = ({ module }: PartSlot) =>
    module ? `<div data-box="${module.part}"><div>${textOf(module)}</div></div>` : '';
  const write = ({ module, markup, slots }: RenderedModule): string => {
    if (slots.size === 0) return markup.text;
    const markupText = serializeNodes(markup.tree.childNodes, (element) => {
      const partSlots = slots.get(element);
      if (!partSlots || attribute(element, 'data-part') !== undefined)
        return partSlots?.map(boxOf).join('');
      const openSlotParts = partSlots.map(
        (slot) =>
          `<div data-part="${slot.id}" data-props="${escapeValue(slot.json)}">${boxOf(slot)}</div>`,
      );
      return openSlotParts.join('');
    });
    const refuse = createRefuser(module);
    const refuseWithParts: Refuse = (problem) => refuse(`with its parts ${problem}`);
    if (normalizeMarkup(markupText, refuseWithParts).text === markupText) return markupText;
    const [firstPart] = [...slots.values()].flat();
    return refuse(
      `cannot hold ${firstPart?.id ?? 'a part'} where it places it: browsers would read it otherwise, as with a button in a button`,
    );
  };
  return textOf;
}

/**
 * Renders modules and fills in their parts: first the modules that many pages share, then those of single pages in
 * batches, since their trees take most of the memory.
 */
export async function renderInBatches(
  input: DeploymentInput,
  modules: readonly PlannedModule[],
  render: Render,
  batchSize: number,
): Promise<SpooledFiles> {
  const filled = new SpooledFiles();
  const fill = async (batch: readonly PlannedModule[]) => {
    const textOf = createPartWriter(await renderWithParts(input, batch, render));
    for (const module of batch) filled.set(renderedName(module), Buffer.from(textOf(module)));
  };
  await fill(modules.filter(({ key }) => key === ''));
  const pageModules = modules.filter(({ key }) => key !== '');
  if (pageModules.length > batchSize) collectGarbageSooner();
  for (let from = 0; from < pageModules.length; from += batchSize)
    await fill(pageModules.slice(from, from + batchSize));
  return filled;
}
