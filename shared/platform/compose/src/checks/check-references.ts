import type { DefaultTreeAdapterTypes } from 'parse5';
import { attribute, elementsIn } from './check-page';

type Element = DefaultTreeAdapterTypes.Element;

/** Attributes by which an element acts on the first one in the page that has this id. */
const actsOn = new Set(['form', 'popovertarget', 'commandfor', 'interestfor']);

/** The name of an image map, as an id: parsers leave the first character out of a `usemap`. */
const mapKey = (name: string) => `\0${name.toLowerCase()}`;

/** The id of an element, and names by which an `<img usemap>` finds a `<map>`. */
export function idsOf(element: Element): string[] {
  const id = attribute(element, 'id');
  const ids = id === undefined ? [] : [id];
  if (element.tagName !== 'map') return ids;
  return [...ids, mapKey(attribute(element, 'name') ?? ''), ...ids.map(mapKey)];
}

/** The ids that an element acts on, with the attribute that says so. */
export const idsActedOn = ({ tagName, attrs }: Element) =>
  attrs.flatMap(({ name, value }) => {
    const [, map] = name === 'usemap' ? (/#(.*)/s.exec(value) ?? []) : [];
    if (map !== undefined) return [{ name, value, id: mapKey(map) }];
    const isActing = actsOn.has(name) || (name === 'for' && tagName === 'label');
    return isActing ? [{ name, value, id: value }] : [];
  });

/** Federation id of the slot that an element stands in; '' where it is the host's. */
function slotOf({ parentNode }: Element): string {
  if (!parentNode || !('tagName' in parentNode)) return '';
  const id = attribute(parentNode, 'data-box') ?? attribute(parentNode, 'data-slot');
  return id ?? slotOf(parentNode);
}

const appOf = (element: Element) => slotOf(element).split('/')[0];

/** The form around an element; undefined: it stands in none. */
function formAround({ parentNode }: Element): Element | undefined {
  if (!parentNode || !('tagName' in parentNode)) return undefined;
  return parentNode.tagName === 'form' ? parentNode : formAround(parentNode);
}

/** The group of an element of which browsers let one be chosen, or open, by its name; null for other elements. */
function groupOf(element: Element): string | null {
  const { tagName } = element;
  const name = attribute(element, 'name');
  const isRadio = tagName === 'input' && attribute(element, 'type')?.toLowerCase() === 'radio';
  if (!name || (!isRadio && tagName !== 'details')) return null;
  return `<${tagName} name="${name}">`;
}

/** An id or name by which an element of one app changes one of another: in words, and the apps. */
export function crossedReference(page: DefaultTreeAdapterTypes.Document) {
  const elements = elementsIn(page);
  const first = new Map<string, Element>();
  const groups = new Map<Element | undefined, Map<string, Element>>();
  for (const element of elements) {
    const id = attribute(element, 'id');
    const known = id === undefined ? undefined : first.get(id);
    for (const each of idsOf(element)) if (!first.has(each)) first.set(each, element);
    // The host would find the slot’s element, which stands before its own.
    if (known && slotOf(element) === '' && slotOf(known) !== '')
      return { what: `the id "${id}"`, slots: [slotOf(known), ''] as const };
    const group = groupOf(element);
    if (group === null) continue;
    const form = element.tagName === 'details' ? undefined : formAround(element);
    const names = groups.get(form) ?? new Map<string, Element>();
    groups.set(form, names);
    const other = names.get(group) ?? element;
    names.set(group, other);
    if (appOf(other) !== appOf(element))
      return { what: group, slots: [slotOf(element), slotOf(other)] as const };
  }
  for (const element of elements) {
    for (const { name, value, id } of idsActedOn(element)) {
      const target = first.get(id);
      const [from, to] = [slotOf(element), target && slotOf(target)];
      if (to !== undefined && from !== to)
        return {
          what: `the ${name === 'usemap' ? 'map' : 'id'} "${value}"`,
          slots: [from, to] as const,
        };
    }
  }
  return null;
}
