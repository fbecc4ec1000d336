import { sideOf } from './canary';

const below = (share: number) => (cohort: string) => Number(cohort) < share;
const setCookie = (secure: boolean) => sideOf({}, secure, below(5)).setCookie ?? '';

test('a first visit is live and gets a cookie that scripts and other sites cannot use', () => {
  expect(sideOf({}, false, below(99)).place).toBeNull();
  expect(sideOf({}, false, () => false)).toEqual({ place: null, setCookie: null });
  expect(setCookie(false)).toMatch(
    /^cohort=\d\d; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
  );
  expect(setCookie(true)).toMatch(
    /^__Host-cohort=\d\d; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test.each(['cohort=7', 'cohort=100', 'cohort=0x', 'cohort=-1', '__Host-cohort=00', 'xcohort=00'])(
  'the cookie "%s" says nothing, so there is a new one',
  (cookie) => {
    expect(sideOf({ cookie }, false, below(99))).toMatchObject({
      place: null,
      setCookie: expect.stringMatching(/^cohort=/) as string,
    });
  },
);
