import { hash } from 'node:crypto';
import { renderedName, displayName, type PlannedModule } from '@composed/contracts/composer';
import { maxPartDepth } from '@composed/contracts/remote-names';
import { isTooDeep } from '../checks/check-head';
import { attribute, elementsIn } from '../checks/check-page';
import { ReleaseError, type DeploymentInput } from '../deployment/deployment';
import { collectSooner, SpooledFiles } from '../deployment/spooled-files';
import {
  escapeValue,
  MarkupProblem,
  readMarkup,
  writeNodes,
  type Markup,
  type MarkupElement,
} from '../checks/markup';

/*
 * Parts: modules in slots of other modules. The composer has planned which ones a module may hold, and its markup says
 * which it holds, and what each is given. They are rendered, and written into it.
 */

/** A place for a part. */
interface PartSlot {
  readonly id: string;
  /** The props that it is given, as JSON. */
  readonly json: string;
  /** Nothing where it has no release. */
  readonly module: PlannedModule | undefined;
}

/** A module as it stands in a page, and what its markup holds, by element. */
interface Standing {
  readonly module: PlannedModule;
  readonly markup: Markup;
  readonly inside: ReadonlyMap<MarkupElement, readonly PartSlot[]>;
}

/** Parts of one module, and characters that each is given: beyond, a page takes others longer than its own team. */
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
function findParts({ releases }: DeploymentInput, module: PlannedModule, markup: Markup): Standing {
  const { app, expose, parts = [], opens = {}, part: name = module.id } = module;
  const held = releases[app]?.manifest.exposes[expose]?.parts ?? {};
  const refuse = (problem: string): never => {
    throw new ReleaseError(app, `its markup of ${displayName(module)} ${problem}`);
  };
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
    const own = short([name, text, times], 8);
    const props = { ...ownProps, ...planned.props };
    // The ids in a part begin with its name, so the same part elsewhere has another markup.
    const key = short([props, own], 16);
    const about = module.address === undefined ? {} : { address: module.address };
    return {
      id,
      json: text,
      module: { ...planned, ...about, parts, props, key, part: `${id}.${own}` },
    };
  };
  const inside = new Map<MarkupElement, readonly PartSlot[]>();
  let count = 0;
  for (const element of elementsIn(markup.tree)) {
    const id = attribute(element, 'data-part');
    const opened = attribute(element, 'data-opens');
    const partId = id ?? opened;
    if (partId === undefined) continue;
    if (element.childNodes.length > 0)
      refuse(`has something in the element for ${partId}, which has to be empty`);
    const opening = Object.hasOwn(opens, partId) ? opens[partId] : undefined;
    const ids = id === undefined ? opening : Object.keys(held).filter((each) => each === id);
    if (!ids?.length && (id !== undefined || !ids)) {
      const list = id === undefined ? 'opens' : 'parts';
      refuse(
        `has a slot for ${partId}, which its package does not name: microFrontend.exposes["${expose}"].${list}`,
      );
    }
    const json = attribute(element, 'data-props') ?? '{}';
    inside.set(
      element,
      (ids ?? []).map((each) => slotFor(each, json)),
    );
    count += ids?.length ?? 0;
    if (count > max.parts) refuse(`holds more than ${max.parts} parts`);
  }
  return { module, markup, inside };
}

/**
 * Renders the parts in markup, and the parts in those, and writes them into it.
 * @param render gives the markup of modules, by their `renderedName`
 * @returns the text of each of the first modules, by its `renderedName`
 * @throws ReleaseError naming a module with forbidden markup
 */
async function fillParts(
  input: DeploymentInput,
  modules: readonly PlannedModule[],
  render: (modules: readonly PlannedModule[]) => Promise<ReadonlyMap<string, Markup>>,
): Promise<ReadonlyMap<string, string>> {
  const standing = new Map<string, Standing>();
  let round = modules;
  for (let depth = 0; round.length > 0; depth += 1) {
    const markups = await render(round);
    const next = new Map<string, PlannedModule>();
    for (const module of round) {
      const name = renderedName(module);
      const markup = markups.get(name);
      if (!markup) continue;
      const stand = findParts(input, module, markup);
      standing.set(name, stand);
      for (const { id, module: part } of [...stand.inside.values()].flat()) {
        if (!part || standing.has(renderedName(part))) continue;
        // The composer has told the teams all of the chain, unless it is none of ours.
        if (depth === maxPartDepth)
          throw new ReleaseError(
            module.app,
            `its ${module.expose} holds ${id}, more than ${maxPartDepth} parts deep`,
          );
        next.set(renderedName(part), part);
        if (next.size > max.parts * modules.length)
          throw new ReleaseError(
            module.app,
            `its ${module.expose} holds parts that hold more than ${max.parts} parts`,
          );
      }
    }
    round = [...next.values()];
  }
  const texts = new Map<string, string>();
  const textOf = (module: PlannedModule): string => {
    const name = renderedName(module);
    const known = texts.get(name);
    if (known !== undefined) return known;
    const stand = standing.get(name);
    const text = stand ? textOfStanding(stand) : '';
    texts.set(name, text);
    return text;
  };
  const boxOf = ({ module }: PartSlot) =>
    module ? `<div data-box="${module.part}"><div>${textOf(module)}</div></div>` : '';
  const textOfStanding = ({ module, markup, inside }: Standing): string => {
    if (inside.size === 0) return markup.text;
    const written = writeNodes(markup.tree.childNodes, (element) => {
      const slots = inside.get(element);
      if (!slots || attribute(element, 'data-part') !== undefined)
        return slots?.map(boxOf).join('');
      const filled = slots.map(
        (slot) =>
          `<div data-part="${slot.id}" data-props="${escapeValue(slot.json)}">${boxOf(slot)}</div>`,
      );
      return filled.join('');
    });
    const [held] = [...inside.values()].flat();
    try {
      if (readMarkup(written).text === written) return written;
    } catch (error) {
      if (!(error instanceof MarkupProblem)) throw error;
      throw new ReleaseError(
        module.app,
        `its markup of ${displayName(module)} with its parts ${error.message}`,
      );
    }
    throw new ReleaseError(
      module.app,
      `its markup of ${displayName(module)} cannot hold ${held?.id ?? 'a part'} where it places it: browsers would read it otherwise, as with a button in a button`,
    );
  };
  return new Map(modules.map((module) => [renderedName(module), textOf(module)]));
}

/**
 * Renders and fills the modules of many pages first, and then those of single pages, some at a time: their trees are
 * most of the memory.
 */
export async function fillInTurns(
  input: DeploymentInput,
  modules: readonly PlannedModule[],
  render: Parameters<typeof fillParts>[2],
  atOnce: number,
): Promise<SpooledFiles> {
  const filled = new SpooledFiles();
  const fill = async (some: readonly PlannedModule[]) => {
    for (const [name, text] of await fillParts(input, some, render))
      filled.set(name, Buffer.from(text));
  };
  await fill(modules.filter(({ key }) => key === ''));
  const own = modules.filter(({ key }) => key !== '');
  if (own.length > atOnce) collectSooner();
  for (let from = 0; from < own.length; from += atOnce) await fill(own.slice(from, from + atOnce));
  return filled;
}
