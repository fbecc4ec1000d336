import { readEmailAddress } from './email-address';
import { printable, signUpLimits, type SignUpPayload } from './sign-up';

type Field = keyof SignUpPayload['user'];

/** Kinds of faults in a field. */
export type SignUpFault = 'missing' | 'long' | 'unprintable' | 'malformed' | 'different';

function faultOfName(text: string, limit: number): SignUpFault | null {
  const name = text.trim();
  if (name === '') return 'missing';
  if (name.length > limit) return 'long';
  return printable.test(name) ? null : 'unprintable';
}

function faultOfAddress(text: string): SignUpFault | null {
  if (text.trim() === '') return 'missing';
  const address = readEmailAddress(text);
  if (!address) return 'malformed';
  return address.stored.length > signUpLimits.emailAddress ? 'long' : null;
}

/** Blanks in a password count. */
function faultOfPassword(text: string): SignUpFault | null {
  if (text === '') return 'missing';
  return text.length > signUpLimits.password ? 'long' : null;
}

/** The second password must be the same, even if the first one breaks its own rule. */
function faultOfRepeated(text: string, password: string): SignUpFault | null {
  if (text === '') return 'missing';
  return text === password ? null : 'different';
}

/**
 * The rules of the "user" group. Plain functions, since with schemas the form’s page would load a library for five
 * fields. The service checks the call with the same rules. Each is given its field’s text, and the password.
 */
export const signUpRules: Readonly<
  Record<Field, (text: string, password: string) => SignUpFault | null>
> = {
  firstName: (text) => faultOfName(text, signUpLimits.firstName),
  lastName: (text) => faultOfName(text, signUpLimits.lastName),
  emailAddress: faultOfAddress,
  password: faultOfPassword,
  repeatPassword: faultOfRepeated,
};
