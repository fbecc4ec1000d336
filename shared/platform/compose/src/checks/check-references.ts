import type { DefaultTreeAdapterTypes } from 'parse5';
import { attribute, elementsIn } from './check-page';

type Element = DefaultTreeAdapterTypes.Element;

/** Attributes by which an element acts on the first one in the page that has this id. */
const actsOn = new Set(['form', 'popovertarget', 'commandfor', 'interestfor']);

/** The ids that an element acts on. */
export const idsActedOn = ({ tagName, attrs }: Element): string[] =>
  attrs
    .filter(({ name }) => actsOn.has(name) || (name === 'for' && tagName === 'label'))
    .map(({ value }) => value);

/** Federation id of the slot that an element stands in; '' where it is the host's. */
function slotOf({ parentNode }: Element): string {
  if (!parentNode || !('tagName' in parentNode)) return '';
  const id = attribute(parentNode, 'data-box') ?? attribute(parentNode, 'data-slot');
  return id ?? slotOf(parentNode);
}

/** An element that acts on one of somebody else, since both have an element of that id: of whom each is. */
export function crossedReference(page: DefaultTreeAdapterTypes.Document) {
  const elements = elementsIn(page);
  const first = new Map<string, Element>();
  for (const element of elements) {
    const id = attribute(element, 'id');
    if (id !== undefined && !first.has(id)) first.set(id, element);
  }
  for (const element of elements) {
    for (const id of idsActedOn(element)) {
      const target = first.get(id);
      const [from, to] = [slotOf(element), target && slotOf(target)];
      if (to !== undefined && from !== to) return { id, slots: [from, to] as const };
    }
  }
  return null;
}
