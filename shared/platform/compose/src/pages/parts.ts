import { hash } from 'node:crypto';
import { ReleaseError } from '@composed/command/errors';
import { renderedName, type PlannedModule } from '@composed/contracts/composer';
import { maxPartDepth } from '@composed/contracts/remote-names';
import { isTooDeep } from '../checks/check-head';
import { createRefuser } from '../checks/check-markup';
import { attribute, elementsIn } from '../checks/check-page';
import type { DeploymentInput } from '../deployment/deployment';
import { collectSooner, SpooledFiles } from '../deployment/spooled-files';
import {
  escapeValue,
  readMarkup,
  writeNodes,
  type Markup,
  type MarkupElement,
  type Refuse,
} from '../checks/markup';

/*
 * Parts are modules inside of other modules. The composer has planned which parts a module may hold, and the module's
 * markup says which it does hold, with their props. They are rendered and inserted here.
 */

/** A slot for a part. */
interface PartSlot {
  readonly id: string;
  /** The props that it is given, as JSON. */
  readonly json: string;
  /** Undefined for a module without a release. */
  readonly module: PlannedModule | undefined;
}

/** A module in a page, with the parts in its markup, by element. */
interface RenderedModule {
  readonly module: PlannedModule;
  readonly markup: Markup;
  readonly inside: ReadonlyMap<MarkupElement, readonly PartSlot[]>;
}

/**
 * The most parts of one module, and characters of the props of each: more would slow down a page with modules of other
 * teams.
 */
const max = { parts: 250, characters: 10_000 };

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value);

/** The reason why the props that a part is given do not fit it; null where they do. */
function problemOfProps(props: object, types: Readonly<Record<string, string>>): string | null {
  const unfit = Object.entries(types).find(([name, kind]) => {
    const value: unknown = Reflect.get(props, name);
    const isLeftOut = value === undefined && kind.endsWith('?');
    return !isLeftOut && kindOf(value) !== kind.replace('?', '');
  });
  if (unfit) return `no "${unfit[0]}" as it wants it (${unfit[1]})`;
  const other = Object.keys(props).find((name) => !Object.hasOwn(types, name));
  return other === undefined ? null : `"${other}", which it does not want`;
}

function parseProps(text: string): object | null {
  try {
    const value: unknown = text.length > max.characters ? null : JSON.parse(text);
    return value !== null && kindOf(value) === 'object' && !isTooDeep(value)
      ? (value as object)
      : null;
  } catch {
    return null;
  }
}

const short = (value: unknown, length: number) =>
  hash('sha256', JSON.stringify(value)).slice(0, length);

/**
 * Finds the parts in the markup of a module.
 * @throws ReleaseError naming a part that its package does not name, or that is given other props than it wants
 */
function findParts(
  { releases }: DeploymentInput,
  module: PlannedModule,
  markup: Markup,
): RenderedModule {
  const { app, expose, parts = [], opens = {}, part: name = module.id } = module;
  const holdableParts = releases[app]?.manifest.exposes[expose]?.parts ?? {};
  const refuse: Refuse = createRefuser(module);
  const seen = new Map<string, number>();
  const slotFor = (id: string, text: string): PartSlot => {
    const planned = parts.find((each) => each.id === id);
    const ownProps =
      parseProps(text) ??
      refuse(`gives ${id} something else than a JSON object of up to ${max.characters} characters`);
    const types = planned && releases[planned.app]?.manifest.exposes[planned.expose]?.given;
    const problem = planned ? problemOfProps(ownProps, types ?? {}) : null;
    if (problem !== null) refuse(`gives ${id} ${problem}`);
    if (!planned) return { id, json: text, module: undefined };
    const times = (seen.get(id + text) ?? 0) + 1;
    seen.set(id + text, times);
    const shortKey = short([name, text, times], 8);
    const props = { ...ownProps, ...planned.props };
    // The ids in a part begin with its name, so its markup differs from element to element.
    const key = short([props, shortKey], 16);
    const about = module.address === undefined ? {} : { address: module.address };
    return {
      id,
      json: text,
      module: { ...planned, ...about, parts, props, key, part: `${id}.${shortKey}` },
    };
  };
  const inside = new Map<MarkupElement, readonly PartSlot[]>();
  let count = 0;
  for (const element of elementsIn(markup.tree)) {
    const part = attribute(element, 'data-part');
    const opened = attribute(element, 'data-opens');
    const slot = part ?? opened;
    if (slot === undefined) continue;
    if (element.childNodes.length > 0)
      refuse(`has something in the element for ${slot}, which has to be empty`);
    const list = part === undefined ? 'opens' : 'parts';
    const isNamed = Object.hasOwn({ opens, parts: holdableParts }[list], slot);
    if (!isNamed)
      refuse(
        `has a slot for ${slot}, which its package does not name: microFrontend.exposes["${expose}"].${list}`,
      );
    // An open slot holds the parts of all who fill it.
    const ids = part === undefined ? (opens[slot] ?? []) : [slot];
    const json = attribute(element, 'data-props') ?? '{}';
    inside.set(
      element,
      ids.map((each) => slotFor(each, json)),
    );
    count += ids.length;
    if (count > max.parts) refuse(`holds more than ${max.parts} parts`);
  }
  return { module, markup, inside };
}

/** Renders modules, by their `renderedName`. */
type Render = (modules: readonly PlannedModule[]) => Promise<ReadonlyMap<string, Markup>>;

/**
 * Renders modules, the parts in them, and the parts in those.
 * @returns all of them by their `renderedName`
 * @throws ReleaseError naming a module that holds too many parts, or too deep
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
      for (const { id, module: part } of [...renderedModule.inside.values()].flat()) {
        if (!part || rendered.has(renderedName(part))) continue;
        // The host's composer refuses this with the whole chain as it plans, but a host may have a composer of another
        // make.
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
 * @returns a function that gives the text of a module, or '' if it was not rendered; it throws a ReleaseError naming a
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
  const write = ({ module, markup, inside }: RenderedModule): string => {
    if (inside.size === 0) return markup.text;
    const markupText = writeNodes(markup.tree.childNodes, (element) => {
      const slots = inside.get(element);
      if (!slots || attribute(element, 'data-part') !== undefined)
        return slots?.map(boxOf).join('');
      const filled = slots.map(
        (slot) =>
          `<div data-part="${slot.id}" data-props="${escapeValue(slot.json)}">${boxOf(slot)}</div>`,
      );
      return filled.join('');
    });
    const refuse = createRefuser(module);
    const refuseWhole: Refuse = (problem) => refuse(`with its parts ${problem}`);
    if (readMarkup(markupText, refuseWhole).text === markupText) return markupText;
    const [firstPart] = [...inside.values()].flat();
    return refuse(
      `cannot hold ${firstPart?.id ?? 'a part'} where it places it: browsers would read it otherwise, as with a button in a button`,
    );
  };
  return textOf;
}

/**
 * Renders and fills first the modules that many pages share, and then those of single pages, some at a time, since
 * their trees take most of the memory.
 */
export async function fillInTurns(
  input: DeploymentInput,
  modules: readonly PlannedModule[],
  render: Render,
  atOnce: number,
): Promise<SpooledFiles> {
  const filled = new SpooledFiles();
  const fill = async (batch: readonly PlannedModule[]) => {
    const textOf = createPartWriter(await renderWithParts(input, batch, render));
    for (const module of batch) filled.set(renderedName(module), Buffer.from(textOf(module)));
  };
  await fill(modules.filter(({ key }) => key === ''));
  const pageModules = modules.filter(({ key }) => key !== '');
  if (pageModules.length > atOnce) collectSooner();
  for (let from = 0; from < pageModules.length; from += atOnce)
    await fill(pageModules.slice(from, from + atOnce));
  return filled;
}
