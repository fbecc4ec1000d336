import type { Resolver, UseFormProps } from 'react-hook-form';
import { readEmailAddress } from '@shopwright/shared/contracts/email-address';
import { printable, signUpLimits, type SignUpPayload } from '@shopwright/shared/contracts/sign-up';
import { tooLong } from '@shopwright/shared/ui/Field';

/** The form's values, named as the create call names them. */
export type SignUpValues = SignUpPayload['user'];
export type FieldName = keyof SignUpValues;

/** Fields in the order of the form, in which the first invalid one is looked for, too. */
export const fieldNames = [
  'firstName',
  'lastName',
  'emailAddress',
  'password',
  'repeatPassword',
] as const satisfies readonly FieldName[];

function checkName(text: string, limit: number, missing: string): string | null {
  const name = text.trim();
  if (name === '') return missing;
  if (name.length > limit) return tooLong(limit);
  return printable.test(name) ? null : 'Use letters that can be seen.';
}

function checkAddress(text: string): string | null {
  if (text.trim() === '') return 'Enter your email address.';
  const address = readEmailAddress(text);
  if (!address) return 'Write it like me@example.com.';
  const limit = signUpLimits.emailAddress;
  return address.stored.length > limit ? tooLong(limit) : null;
}

/** Blanks in a password count. */
function checkPassword(text: string): string | null {
  if (text === '') return 'Choose a password.';
  return text.length > signUpLimits.password ? tooLong(signUpLimits.password) : null;
}

/** The rule that both passwords are the same. It is the second field’s, even if the first is invalid. */
function checkRepeated(text: string, password: string): string | null {
  if (text === '') return 'Repeat the password.';
  // The error has no words: README.md, "Odd places, and why".
  return text === password ? null : '';
}

/**
 * Checks a sign-up (README.md, "Fields and rules").
 * @param values a field that is not known yet counts as empty
 * @returns a message for each field that is wrong; no key at all when the form is valid
 */
export function findProblems(
  values: Partial<SignUpValues>,
): Readonly<Partial<Record<FieldName, string>>> {
  const { password = '' } = values;
  const problems: Readonly<Record<FieldName, string | null>> = {
    firstName: checkName(values.firstName ?? '', signUpLimits.firstName, 'Enter your first name.'),
    lastName: checkName(values.lastName ?? '', signUpLimits.lastName, 'Enter your last name.'),
    emailAddress: checkAddress(values.emailAddress ?? ''),
    password: checkPassword(password),
    repeatPassword: checkRepeated(values.repeatPassword ?? '', password),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null));
}

/** The rules in the form library's terms. */
const resolveSignUp: Resolver<SignUpValues> = (values) => {
  const problems = Object.entries(findProblems(values));
  if (problems.length === 0) return { values, errors: {} };
  return {
    values: {},
    errors: Object.fromEntries(
      problems.map(([field, message]) => [field, { type: 'rule', message }]),
    ),
  };
};

/**
 * Options of every sign-up form. The form itself focuses the first invalid field: the library would do so again
 * from a timer, on a slow phone in the middle of a word typed into another field.
 */
export const signUpForm = {
  resolver: resolveSignUp,
  shouldFocusError: false,
} satisfies UseFormProps<SignUpValues>;

/** How many of the five fields are right, 0 to 5. */
export function countCompleted(values: Partial<SignUpValues>): number {
  return fieldNames.length - Object.keys(findProblems(values)).length;
}
