import fc from 'fast-check';
import { lifeEvents, modes, newLife, nextLife, type Life, type LifeEvent } from './life-cycle';

function after(...events: LifeEvent[]): Life | null {
  return events.reduce<Life | null>((life, event) => life && nextLife(life, event), newLife);
}

it.each<[string, LifeEvent[], number | null]>([
  ['before it is drawn no time runs', [], null],
  ['from activation 5000 ms', ['activated'], 5000],
  ['hover stops the time', ['activated', 'hovered'], null],
  ['focus stops the time', ['activated', 'focused'], null],
  ['leaving arms a fresh 1000 ms', ['activated', 'hovered', 'left'], 1000],
  ['losing focus arms a fresh 1000 ms', ['activated', 'focused', 'blurred'], 1000],
  ['leave with focus still on it', ['activated', 'hovered', 'focused', 'left'], null],
  ['blur with the pointer still on it', ['activated', 'hovered', 'focused', 'blurred'], null],
  ['both gone', ['activated', 'hovered', 'focused', 'left', 'blurred'], 1000],
  ['hovered before it is active', ['hovered', 'activated'], null],
  ['hovered and left before it is active', ['hovered', 'left', 'activated'], 5000],
  ['removed by expiry eases 300 ms', ['activated', 'expired'], 300],
  ['dismissed eases 300 ms', ['activated', 'dismissed'], 300],
  ['dismissed while held eases 300 ms', ['activated', 'hovered', 'focused', 'dismissed'], 300],
  ['dismissed before it is active', ['dismissed'], 300],
])('%s', (_name, events, countdown) => {
  expect(after(...events)?.countdown).toBe(countdown);
});

it.each<[string, LifeEvent[], LifeEvent]>([
  ['a second activation', ['activated'], 'activated'],
  ['leaving without having hovered', ['activated'], 'left'],
  ['losing focus without having had it', ['activated'], 'blurred'],
  ['hovering on', ['activated', 'hovered'], 'hovered'],
  ['a late expiry of a held toast', ['activated', 'hovered'], 'expired'],
  ['an expiry before activation', [], 'expired'],
  ['an easing out of an active toast', ['activated'], 'easedOut'],
  ['hovering a removed toast', ['activated', 'dismissed'], 'hovered'],
  ['focusing a removed toast', ['activated', 'dismissed'], 'focused'],
  ['dismissing twice', ['activated', 'dismissed'], 'dismissed'],
  ['activating a removed toast', ['dismissed'], 'activated'],
])('%s changes nothing', (_name, events, event) => {
  const life = after(...events);
  expect(life && nextLife(life, event)).toBe(life);
});

it('no sequence of events goes backwards, and every toast that is not held ends', () => {
  const order = (life: Life | null) => (life ? modes.indexOf(life.mode) : modes.length);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...lifeEvents), { maxLength: 20 }), (events) => {
      let life: Life | null = newLife;
      for (const event of events) {
        if (!life) return;
        const next: Life | null = nextLife(life, event);
        expect(order(next) - order(life)).toBeGreaterThanOrEqual(0);
        life = next;
        if (life?.mode === 'removed') expect(life.countdown).toBe(300);
        if (life?.mode === 'active') {
          expect(life.countdown === null).toBe(life.hovered || life.focused);
        }
      }
    }),
  );
});
