import { RFC_EMAIL_REGEX } from 'valibot';
import type { SignUpPayload } from 'shared/contracts/sign-up';

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

/** What can be wrong with a field; the names are those of specification section 5. */
export type Problem = 'required' | 'email' | 'not same';
export type Problems = Readonly<Partial<Record<FieldName, Problem>>>;

/** Names and the address need something to read in them. */
const isBlank = (text: string): boolean => text.trim() === '';

/** The syntax that browsers use for `type="email"` (HTML standard, "valid email address"). */
export const isEmailAddress = (text: string): boolean => RFC_EMAIL_REGEX.test(text);

/** Passwords are taken as they are: blanks count, and there is no limit (specification section 9). */
const isEmpty = (text: string): boolean => text === '';

/** The group rule: it stands wherever the two differ, and is told at the second of them. */
const areSame = (password: string, repeated: string): boolean => password === repeated;

/**
 * Checks a sign-up against specification section 5.
 * @param values a field that is not known yet counts as empty
 * @returns the one problem of each field that has one; no key at all when the form is valid
 */
export function findProblems(values: Partial<SignUpValues>): Problems {
  const { firstName = '', lastName = '', emailAddress = '' } = values;
  const { password = '', repeatPassword = '' } = values;
  return {
    ...(isBlank(firstName) && { firstName: 'required' }),
    ...(isBlank(lastName) && { lastName: 'required' }),
    ...(isBlank(emailAddress)
      ? { emailAddress: 'required' }
      : !isEmailAddress(emailAddress) && { emailAddress: 'email' }),
    ...(isEmpty(password) && { password: 'required' }),
    ...(isEmpty(repeatPassword)
      ? { repeatPassword: 'required' }
      : !areSame(password, repeatPassword) && { repeatPassword: 'not same' }),
  };
}

/** How many of the five fields are right, 0 to 5. */
export function countCompleted(values: Partial<SignUpValues>): number {
  return fieldNames.length - Object.keys(findProblems(values)).length;
}
