import fc from 'fast-check';
import { xsrfHeader } from './xsrf';

const page = 'https://shop.example/signup/';
const cookies = 'theme=dark; XSRF-TOKEN=t0ken; other=1';
const sent = { 'X-XSRF-TOKEN': 't0ken' };

describe('addresses', () => {
  it.each([
    '/manager/api/v1/user-account/public/create',
    'create',
    '?again=1',
    '/a?next=https://other.example',
    ' /api',
    '/%2Fother.example',
  ])('%j stays in this origin and carries the token', (url) => {
    expect(xsrfHeader(url, page, cookies)).toEqual(sent);
  });

  it.each([
    '//other.example/api',
    '/\\other.example',
    '\\\\other.example',
    '\t//other.example',
    '/\t/other.example',
    ' //other.example',
    '\u0000//other.example',
    'https:other.example',
    'ht\ntps://other.example',
    'https://shop.example/api',
    'https://shop.example@other.example/',
    'javascript:1',
  ])('%j carries no token', (url) => {
    expect(xsrfHeader(url, page, cookies)).toEqual({});
  });

  it.each(['about:srcdoc', 'data:text/html,x', 'not an address', ''])(
    'a page at %j carries no token',
    (base) => {
      expect(xsrfHeader('/api', base, cookies)).toEqual({});
    },
  );

  it('no address that could leave this origin carries the token', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '\t',
      '\n',
      ' ',
      '\u0000',
      ':',
      '@',
      '.',
      '?',
      '#',
      '%2f',
      '[',
      ']',
      'http',
      'https',
      'javascript',
      'other.example',
      'shop.example',
      'a',
      '443',
    );
    const url = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    const elsewhere = 'http://elsewhere.example/page/';
    let carried = 0;
    fc.assert(
      fc.property(fc.oneof(url, fc.string()), (address) => {
        if (!('X-XSRF-TOKEN' in xsrfHeader(address, page, cookies))) return;
        carried += 1;
        // Relative addresses go to the origin of the page.
        expect(new URL(address, page).origin).toBe(new URL(page).origin);
        expect(new URL(address, elsewhere).origin).toBe(new URL(elsewhere).origin);
      }),
      { numRuns: 1000 },
    );
    expect(carried).toBeGreaterThan(30);
  });
});

describe('cookies', () => {
  it.each([
    ['XSRF-TOKEN=t0ken', 't0ken'],
    ['a=1;XSRF-TOKEN=t0ken', 't0ken'],
    ['XSRF-TOKEN=a%3Db', 'a=b'],
    ['XSRF-TOKEN=a=b=', 'a=b='],
    ['XSRF-TOKEN=first; XSRF-TOKEN=second', 'first'],
    ['MY-XSRF-TOKEN=no; XSRF-TOKEN=yes', 'yes'],
  ])('%j gives %j', (all, token) => {
    expect(xsrfHeader('/api', page, all)).toEqual({ 'X-XSRF-TOKEN': token });
  });

  it.each([
    '',
    'XSRF-TOKEN',
    'XSRF-TOKEN=',
    'xsrf-token=t0ken',
    'MY-XSRF-TOKEN=no',
    'a=XSRF-TOKEN=no',
    'XSRF-TOKEN=100%',
    'XSRF-TOKEN=%E0%A4%A',
    'XSRF-TOKEN=a%0D%0AX-Evil:1',
    'XSRF-TOKEN=a%00b',
    'XSRF-TOKEN=%F0%9F%92%A3',
    'XSRF-TOKEN=two words',
  ])('%j gives no token', (all) => {
    expect(xsrfHeader('/api', page, all)).toEqual({});
  });

  it('no cookies make it throw or write an invalid header', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('%', '%E0', '%0A', '=', 'a', ' ', '"'), { maxLength: 8 })
        .map((all) => all.join('')),
    );
    fc.assert(
      fc.property(value, (text) => {
        const header = xsrfHeader('/api', page, `a=1; XSRF-TOKEN=${text}`);
        expect(() => new Headers(header)).not.toThrow();
      }),
    );
  });
});
