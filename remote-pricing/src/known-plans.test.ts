import { describePlan } from './known-plans';

test.each(['Free', 'Starter', 'Pro', 'Business'])(
  '%s has its own icon by its lowercase name',
  (name) => {
    expect(describePlan(name).icon).toBe(`${name.toLowerCase()}.svg`);
    expect(describePlan(name.toUpperCase()).icon).toBe(`${name.toLowerCase()}.svg`);
  },
);

test.each(['Galaxy', '', '../pro', 'constructor', '__proto__'])(
  'the unknown plan "%s" has the generic icon',
  (name) => {
    expect(describePlan(name).icon).toBe('generic.svg');
  },
);
