import { planIcon } from './knownPlans';

test.each(['Free', 'Starter', 'Pro', 'Business'])(
  '%s has its own icon by its lowercase name',
  (name) => {
    expect(planIcon(name)).toBe(`${name.toLowerCase()}.svg`);
    expect(planIcon(name.toUpperCase())).toBe(`${name.toLowerCase()}.svg`);
  },
);

test.each(['Galaxy', '', '../pro', 'constructor', '__proto__'])(
  'the unknown plan "%s" has the generic icon',
  (name) => {
    expect(planIcon(name)).toBe('generic.svg');
  },
);
