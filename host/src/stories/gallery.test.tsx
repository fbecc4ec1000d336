import { render } from '@testing-library/react';
import { specimenId } from 'shared/gallery/specimens';
import { fakeLayout } from '../shell/layout-fakes';
import { landing } from './landing';
import { shell } from './shell';
import { slot } from './slot';
import { toastSpecimens } from './toasts';
import { tokens } from './tokens';
import { ui } from './ui';

const specimens = [tokens, ...ui, toastSpecimens, shell, landing, slot].flatMap((group) =>
  group.specimens.map((specimen) => ({ id: specimenId(group, specimen), node: specimen.node })),
);

beforeEach(() => {
  fakeLayout();
  // jsdom has no popovers.
  Object.defineProperty(HTMLElement.prototype, 'showPopover', {
    configurable: true,
    value: () => undefined,
  });
});

test.each(specimens)('$id can be shown', ({ node }) => {
  render(node);
  expect(document.body).not.toBeEmptyDOMElement();
});

test('every specimen has an address of its own', () => {
  expect(new Set(specimens.map(({ id }) => id)).size).toBe(specimens.length);
});
