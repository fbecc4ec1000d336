import { sideOf } from './canary';

const below = (share: number) => (bucket: string) => Number(bucket) < share;
const setCookie = (secure: boolean) => sideOf({}, secure, below(5)).setCookie ?? '';

test('a first visit is live and gets a cookie that scripts and other sites cannot use', () => {
  expect(sideOf({}, false, below(99)).place).toBeNull();
  expect(sideOf({}, false, () => false)).toEqual({ place: null, setCookie: null });
  expect(setCookie(false)).toMatch(
    /^bucket=\d\d; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
  );
  expect(setCookie(true)).toMatch(
    /^__Host-bucket=\d\d; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
  );
});

// Half a point is at least four standard deviations of these.
test.each([1, 5, 20])('of 100,000 visitors who come back %d per cent get the canary', (share) => {
  let inCanary = 0;
  for (let visitor = 0; visitor < 100_000; visitor += 1) {
    const [cookie] = setCookie(false).split(';');
    if (sideOf({ cookie }, false, below(share)).place) inCanary += 1;
  }
  expect(Math.abs(inCanary / 1000 - share)).toBeLessThanOrEqual(0.5);
});

test.each(['bucket=7', 'bucket=100', 'bucket=0x', 'bucket=-1', '__Host-bucket=00', 'xbucket=00'])(
  'the cookie "%s" says nothing, so there is a new one',
  (cookie) => {
    expect(sideOf({ cookie }, false, below(99))).toMatchObject({
      place: null,
      setCookie: expect.stringMatching(/^bucket=/) as string,
    });
  },
);

test('crawlers get no cookie, so that they stay with what is live', () => {
  for (const agent of ['Googlebot/2.1', 'facebookexternalhit/1.1', 'Mozilla/5.0 (x) bingbot']) {
    const side = sideOf({ 'user-agent': agent }, true, below(99));
    expect(side).toEqual({ place: null, setCookie: null });
  }
});
