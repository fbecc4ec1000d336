import * as v from 'valibot';
import { readEmailAddress } from './email-address';
import { printable, signUpLimits, type SignUpPayload } from './sign-up';

/** Kinds of faults in a field, which are the messages of the schema’s issues. */
const faults = ['missing', 'long', 'unprintable', 'malformed', 'different'] as const;
export type SignUpFault = (typeof faults)[number];

const fault = (kind: SignUpFault) => kind;

const filled = v.minLength<string, 1, SignUpFault>(1, fault('missing'));
const atMost = (limit: number) => v.maxLength<string, number, SignUpFault>(limit, fault('long'));

const name = (limit: number) =>
  v.pipe(v.string(), v.trim(), filled, atMost(limit), v.regex(printable, fault('unprintable')));

const emailAddress = v.pipe(
  v.string(),
  v.trim(),
  filled,
  v.transform((typed) => readEmailAddress(typed)?.stored ?? ''),
  v.minLength(1, fault('malformed')),
  atMost(signUpLimits.emailAddress),
);

/** Blanks in a password count. */
const password = v.pipe(v.string(), filled, atMost(signUpLimits.password));

/**
 * The rules of the "user" group, for the form and for the service: all five fields and no other, names trimmed, the
 * address in its stored form, two equal passwords. That they differ is a fault of the second one.
 */
export const newAccount = v.pipe(
  v.strictObject({
    firstName: name(signUpLimits.firstName),
    lastName: name(signUpLimits.lastName),
    emailAddress,
    password,
    repeatPassword: v.pipe(v.string(), filled),
  }),
  v.forward(
    v.check((user) => user.password === user.repeatPassword, fault('different')),
    ['repeatPassword'],
  ),
);

/** The first fault of each field that has one, by the field's name. */
export function faultsIn(user: SignUpPayload['user']): ReadonlyMap<unknown, SignUpFault> {
  const found = new Map<unknown, SignUpFault>();
  for (const { path, message } of v.safeParse(newAccount, user).issues ?? []) {
    const field = path?.[0]?.key;
    const kind = faults.find((each) => each === message);
    if (kind && !found.has(field)) found.set(field, kind);
  }
  return found;
}
