import { readEmailAddress } from './email-address';
import { printable, signUpLimits, type SignUpPayload } from './sign-up';

type Field = keyof SignUpPayload['user'];

export type SignUpProblem = 'missing' | 'long' | 'unprintable' | 'malformed' | 'different';

function faultOfName(text: string, limit: number): SignUpProblem | null {
  const name = text.trim();
  if (name === '') return 'missing';
  if (name.length > limit) return 'long';
  return printable.test(name) ? null : 'unprintable';
}

function faultOfAddress(text: string): SignUpProblem | null {
  if (text.trim() === '') return 'missing';
  const address = readEmailAddress(text);
  if (!address) return 'malformed';
  return address.stored.length > signUpLimits.emailAddress ? 'long' : null;
}

/** Does not trim the password, because spaces are part of it. */
function faultOfPassword(text: string): SignUpProblem | null {
  if (text === '') return 'missing';
  return text.length > signUpLimits.password ? 'long' : null;
}

/** Compares the two passwords even if the first one is invalid. */
function faultOfRepeated(text: string, password: string): SignUpProblem | null {
  if (text === '') return 'missing';
  return text === password ? null : 'different';
}

/**
 * The rules for the fields of `user`, which both the form and the service check. They are plain functions because the
 * form’s page would otherwise load a schema library for five fields.
 */
export const signUpRules: Readonly<
  Record<Field, (text: string, password: string) => SignUpProblem | null>
> = {
  firstName: (text) => faultOfName(text, signUpLimits.firstName),
  lastName: (text) => faultOfName(text, signUpLimits.lastName),
  emailAddress: faultOfAddress,
  password: faultOfPassword,
  repeatPassword: faultOfRepeated,
};
