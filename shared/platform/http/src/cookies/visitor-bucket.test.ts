import { chooseVariant } from './visitor-bucket';

const below = (share: number) => (bucket: string) => Number(bucket) < share;
const setCookie = (secure: boolean) => chooseVariant({}, secure, below(5)).setCookie ?? '';

test('a first visit is live and gets a cookie that scripts and other sites cannot use', () => {
  expect(chooseVariant({}, false, below(99)).folder).toBeNull();
  expect(chooseVariant({}, false, () => false)).toEqual({ folder: null, setCookie: null });
  expect(setCookie(false)).toMatch(
    /^bucket=\d\d; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
  );
  expect(setCookie(true)).toMatch(
    /^__Host-bucket=\d\d; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test.each(['bucket=7', 'bucket=100', 'bucket=0x', 'bucket=-1', '__Host-bucket=00', 'xbucket=00'])(
  'the invalid cookie "%s" is replaced',
  (cookie) => {
    expect(chooseVariant({ cookie }, false, below(99))).toMatchObject({
      folder: null,
      setCookie: expect.stringMatching(/^bucket=/) as string,
    });
  },
);
