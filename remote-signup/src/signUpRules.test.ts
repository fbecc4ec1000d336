import { countCompleted, findProblems, isEmailAddress, type FieldName } from './signUpRules';

const complete = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  emailAddress: 'ada@example.com',
  password: 'correct horse',
  repeatPassword: 'correct horse',
};

test('a complete sign-up has no problems', () => {
  expect(findProblems(complete)).toEqual({});
});

test.each<FieldName>(['firstName', 'lastName', 'emailAddress', 'password'])(
  '%s is required',
  (name) => {
    const empty = { ...complete, [name]: '' };
    expect(findProblems(empty)).toHaveProperty(name, 'required');
  },
);

test('an empty repeated password is a missing field, not a different password', () => {
  expect(findProblems({ ...complete, repeatPassword: '' })).toEqual({ repeatPassword: 'required' });
});

test('an untouched form has every field missing', () => {
  expect(findProblems({})).toEqual({
    firstName: 'required',
    lastName: 'required',
    emailAddress: 'required',
    password: 'required',
    repeatPassword: 'required',
  });
});

test.each<FieldName>(['firstName', 'lastName', 'emailAddress'])('blanks do not fill %s', (name) => {
  expect(findProblems({ ...complete, [name]: ' \t\u00a0' })).toEqual({ [name]: 'required' });
});

test('a password of blanks is a password', () => {
  expect(findProblems({ ...complete, password: '   ', repeatPassword: '   ' })).toEqual({});
});

test('passwords have no limit', () => {
  const long = 'ü'.repeat(100_000);
  expect(findProblems({ ...complete, password: long, repeatPassword: long })).toEqual({});
  expect(findProblems({ ...complete, password: 'a', repeatPassword: 'a' })).toEqual({});
});

test.each(['correct horse ', ' correct horse', 'Correct horse', 'correct  horse'])(
  'a repeated password of %j is not the same',
  (repeatPassword) => {
    expect(findProblems({ ...complete, repeatPassword })).toEqual({ repeatPassword: 'not same' });
  },
);

test('a repeated password without a first one is not the same', () => {
  expect(findProblems({ ...complete, password: '' })).toEqual({
    password: 'required',
    repeatPassword: 'not same',
  });
});

test.each([
  'ada@example.com',
  'a@b.co',
  "o'brien+shop@mail.example.co.uk",
  'ADA_1815@EXAMPLE.ORG',
  'x@xn--bcher-kva.example',
])('%s is an e-mail address', (address) => {
  expect(isEmailAddress(address)).toBe(true);
});

test.each([
  'ada',
  'ada@',
  '@example.com',
  'ada@@example.com',
  'ada lovelace@example.com',
  'ada@exa mple.com',
  'ada@example..com',
  'ada@-example.com',
  'ada@example.com\n',
])('%j is no e-mail address', (address) => {
  expect(isEmailAddress(address)).toBe(false);
  expect(findProblems({ ...complete, emailAddress: address })).toEqual({ emailAddress: 'email' });
});

test('each field that is right counts as completed', () => {
  expect(countCompleted({})).toBe(0);
  expect(countCompleted({ firstName: 'Ada' })).toBe(1);
  expect(countCompleted({ ...complete, emailAddress: 'ada@' })).toBe(4);
  expect(countCompleted({ ...complete, repeatPassword: 'other' })).toBe(4);
  expect(countCompleted(complete)).toBe(5);
});
