import type { Resolver, UseFormProps } from 'react-hook-form';
import { RFC_EMAIL_REGEX } from 'valibot';
import { printable, signUpLimits, type SignUpPayload } from '@shopwright/shared/contracts/sign-up';

/** The form's values, named as the create call names them. */
export type SignUpValues = SignUpPayload['user'];
export type FieldName = keyof SignUpValues;

/** In the order in which they are filled in, and in which the first invalid one is looked for. */
export const fieldNames = [
  'firstName',
  'lastName',
  'emailAddress',
  'password',
  'repeatPassword',
] as const satisfies readonly FieldName[];

/** What can be wrong with a field; README.md, "Fields and rules". */
export type Problem = 'required' | 'email' | 'too long' | 'not printable' | 'not same';
export type Problems = Readonly<Partial<Record<FieldName, Problem>>>;

/** The syntax that browsers use for `type="email"` (HTML standard, "valid email address"). */
export const isEmailAddress = (text: string): boolean => RFC_EMAIL_REGEX.test(text);

function checkName(text: string): Problem | null {
  const name = text.trim();
  if (name === '') return 'required';
  if (name.length > signUpLimits.name) return 'too long';
  return printable.test(name) ? null : 'not printable';
}

function checkAddress(text: string): Problem | null {
  const address = text.trim();
  if (address === '') return 'required';
  if (address.length > signUpLimits.emailAddress) return 'too long';
  return isEmailAddress(text) ? null : 'email';
}

/** Passwords are taken as they are: blanks count. */
function checkPassword(text: string): Problem | null {
  if (text === '') return 'required';
  return text.length > signUpLimits.password ? 'too long' : null;
}

/** The rule for the two passwords stands at the second of them, whatever is wrong with the first. */
function checkRepeated(text: string, password: string): Problem | null {
  if (text === '') return 'required';
  return text === password ? null : 'not same';
}

/**
 * Checks a sign-up.
 * @param values a field that is not known yet counts as empty
 * @returns the one problem of each field that has one; no key at all when the form is valid
 */
export function findProblems(values: Partial<SignUpValues>): Problems {
  const { password = '' } = values;
  const found: Readonly<Record<FieldName, Problem | null>> = {
    firstName: checkName(values.firstName ?? ''),
    lastName: checkName(values.lastName ?? ''),
    emailAddress: checkAddress(values.emailAddress ?? ''),
    password: checkPassword(password),
    repeatPassword: checkRepeated(values.repeatPassword ?? '', password),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null));
}

/** The rules in the form library's terms: an error's `type` is the problem. */
const resolveSignUp: Resolver<SignUpValues> = (values) => {
  const problems = Object.entries(findProblems(values));
  if (problems.length === 0) return { values, errors: {} };
  return {
    values: {},
    errors: Object.fromEntries(problems.map(([field, type]) => [field, { type }])),
  };
};

/**
 * What every form of a sign-up is made with. The form focuses the first invalid field by itself: the library would do
 * so once more from a timer, on a slow phone in the middle of a word that is typed into another field.
 */
export const signUpForm = {
  resolver: resolveSignUp,
  shouldFocusError: false,
} satisfies UseFormProps<SignUpValues>;

/** How many of the five fields are right, 0 to 5. */
export function countCompleted(values: Partial<SignUpValues>): number {
  return fieldNames.length - Object.keys(findProblems(values)).length;
}
