import { axeViolations } from '../testing/axe';
import { expect, test } from '../testing/fixtures';
import { states } from '../testing/states/states';

const sizes = {
  phone: { width: 360, height: 780 },
  desktop: { width: 1280, height: 800 },
} as const;

// The finished state is what counts, not a frame on the way to it.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [device, viewport] of Object.entries(sizes)) {
  test.describe(device, () => {
    test.use({ viewport });

    // A first view alone is another look at a page that is tested whole.
    for (const state of states) {
      if (state.narrowOnly ? device !== 'phone' : state.firstView) continue;
      test(`axe finds nothing in ${state.name} on a ${device}, light and dark`, async ({
        page,
        expectConsole,
      }) => {
        if (state.console) expectConsole(state.console);
        await state.reach(page);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          expect(await axeViolations(page), colorScheme).toEqual([]);
        }
      });
    }
  });
}
