import { ReleaseError } from '@composed/command/errors';
import { renderedName, type PlannedModule } from '@composed/contracts/composer';
import { maxPartDepth } from '@composed/contracts/page-roots';
import { createRefuser } from '../checks/check-markup';
import { attribute } from '../html/elements';
import type { DeploymentInput } from '../deployment/deployment';
import { collectGarbageSooner, SpooledFiles } from '../deployment/spooled-files';
import {
  escapeValue,
  normalizeMarkup,
  serializeNodes,
  type Markup,
  type Refuse,
} from '../html/markup';
import { findParts, maxParts, type PartSlot, type RenderedModule } from './find-parts';

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
  const modulesByName = new Map<string, RenderedModule>();
  let modulesAtDepth = modules;
  for (let depth = 0; modulesAtDepth.length > 0; depth += 1) {
    const markups = await render(modulesAtDepth);
    const next = new Map<string, PlannedModule>();
    for (const module of modulesAtDepth) {
      const name = renderedName(module);
      const markup = markups.get(name);
      if (!markup) continue;
      const renderedModule = findParts(input, module, markup);
      modulesByName.set(name, renderedModule);
      const refuse = (problem: string): never => {
        const reason = `its ${module.expose} holds ${problem}`;
        throw new ReleaseError({ app: module.app, reason });
      };
      for (const { id, module: part } of [...renderedModule.slots.values()].flat()) {
        if (!part || modulesByName.has(renderedName(part))) continue;
        // The platform's own composer refuses this in the plan, but a host may have another composer.
        if (depth === maxPartDepth) refuse(`${id}, more than ${maxPartDepth} parts deep`);
        next.set(renderedName(part), part);
        if (next.size > maxParts * modules.length)
          refuse(`parts that hold more than ${maxParts} parts`);
      }
    }
    modulesAtDepth = [...next.values()];
  }
  return modulesByName;
}

/**
 * Inserts the parts into the markup of modules.
 * @returns a function that returns the text of a module, or '' if it was not rendered; it throws a ReleaseError naming a
 *   module whose markup cannot hold its parts
 */
function createPartWriter(modulesByName: ReadonlyMap<string, RenderedModule>) {
  const texts = new Map<string, string>();
  const textOf = (module: PlannedModule): string => {
    const name = renderedName(module);
    const knownText = texts.get(name);
    if (knownText !== undefined) return knownText;
    const renderedModule = modulesByName.get(name);
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
      `places ${firstPart?.id ?? 'a part'} where HTML does not allow it, for example a button inside a button`,
    );
  };
  return textOf;
}

/**
 * Renders modules and fills in their parts: first the modules that many pages share, then those of single pages in
 * batches, since their trees take most of the memory.
 */
export async function renderAndFillParts(
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
