import { variantOf } from './canary';

const below = (share: number) => (percentile: string) => Number(percentile) < share;
const setCookie = (secure: boolean) => variantOf({}, secure, below(5)).setCookie ?? '';

test('a first visit is live and gets a cookie that scripts and other sites cannot use', () => {
  expect(variantOf({}, false, below(99)).place).toBeNull();
  expect(variantOf({}, false, () => false)).toEqual({ place: null, setCookie: null });
  expect(setCookie(false)).toMatch(
    /^percentile=\d\d; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
  );
  expect(setCookie(true)).toMatch(
    /^__Host-percentile=\d\d; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test.each([
  'percentile=7',
  'percentile=100',
  'percentile=0x',
  'percentile=-1',
  '__Host-percentile=00',
  'xpercentile=00',
])('the cookie "%s" says nothing, so there is a new one', (cookie) => {
  expect(variantOf({ cookie }, false, below(99))).toMatchObject({
    place: null,
    setCookie: expect.stringMatching(/^percentile=/) as string,
  });
});
