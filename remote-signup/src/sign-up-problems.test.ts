import { signUpLimits } from '@shopwright/shared/contracts/sign-up';
import { ada } from './stories/ada';
import { countCompleted, findProblems, type FieldName } from './sign-up-problems';

test('a complete sign-up has no problems', () => {
  expect(findProblems(ada)).toEqual({});
});

test('an untouched form has every field missing', () => {
  expect(findProblems({})).toEqual({
    firstName: 'Enter your first name.',
    lastName: 'Enter your last name.',
    emailAddress: 'Enter your email address.',
    password: 'Choose a password.',
    repeatPassword: 'Repeat the password.',
  });
});

test.each<FieldName>(['firstName', 'lastName', 'emailAddress'])(
  'blanks count as a missing %s',
  (name) => {
    expect(findProblems({ ...ada, [name]: ' \t\u00a0' })).toEqual({
      [name]: expect.stringMatching(/^Enter your/) as string,
    });
  },
);

test.each([
  ['firstName', signUpLimits.firstName],
  ['lastName', signUpLimits.lastName],
  ['emailAddress', signUpLimits.emailAddress],
  ['password', signUpLimits.password],
] as const)('%s may be %i characters long and no more', (name, limit) => {
  const withLength = (length: number) => {
    const end = name === 'emailAddress' ? '@example.com' : '';
    const text = 'a'.repeat(length - end.length) + end;
    return { ...ada, [name]: text, ...(name === 'password' && { repeatPassword: text }) };
  };
  expect(findProblems(withLength(limit))).toEqual({});
  expect(findProblems(withLength(limit + 1))).toEqual({
    [name]: `Use ${limit} characters or fewer.`,
  });
});

test('blanks count in passwords but not around names, and invisible characters are refused', () => {
  const firstName = ` ${'a'.repeat(signUpLimits.firstName)} `;
  expect(findProblems({ ...ada, firstName })).toEqual({});
  expect(findProblems({ ...ada, password: '   ', repeatPassword: '   ' })).toEqual({});
  expect(findProblems({ ...ada, lastName: 'Love\tlace' })).toEqual({
    lastName: 'Remove invisible characters.',
  });
  expect(findProblems({ ...ada, firstName: '\u200B' })).toEqual({
    firstName: 'Remove invisible characters.',
  });
});

test.each(['correct horse ', ' correct horse', ' Correct horse ', ' correct  horse '])(
  'a repeated password of %j is not the same',
  (repeatPassword) => {
    expect(findProblems({ ...ada, repeatPassword })).toEqual({ repeatPassword: '' });
  },
);

test('an email address has to be valid', () => {
  expect(findProblems({ ...ada, emailAddress: '\uFEFFmailto:me@münchen.de ' })).toEqual({});
  expect(findProblems({ ...ada, emailAddress: 'ada@' })).toEqual({
    emailAddress: 'Write it like me@example.com.',
  });
});

test('each valid field counts as completed', () => {
  expect(countCompleted({})).toBe(0);
  expect(countCompleted({ firstName: 'Ada' })).toBe(1);
  expect(countCompleted({ ...ada, emailAddress: 'ada@' })).toBe(4);
  expect(countCompleted({ ...ada, repeatPassword: 'other' })).toBe(4);
  expect(countCompleted(ada)).toBe(5);
});
