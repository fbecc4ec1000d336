import { readEmailAddress } from '@shopwright/shared/contracts/email-address';
import { printable, signUpLimits, type SignUpPayload } from '@shopwright/shared/contracts/sign-up';
import * as v from 'valibot';

const text = v.pipe(v.string(), v.trim(), v.minLength(1));
const name = (limit: number) => v.pipe(text, v.maxLength(limit), v.regex(printable));
const password = (limit: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(limit));

const user = v.pipe(
  v.strictObject({
    firstName: name(signUpLimits.firstName),
    lastName: name(signUpLimits.lastName),
    emailAddress: v.pipe(
      v.string(),
      v.transform((typed) => readEmailAddress(typed)?.stored ?? ''),
      v.minLength(1),
      v.maxLength(signUpLimits.emailAddress),
    ),
    password: password(signUpLimits.password),
    repeatPassword: password(signUpLimits.repeatPassword),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['repeatPassword']],
      (value) => value.password === value.repeatPassword,
    ),
    ['repeatPassword'],
  ),
);

const body = v.strictObject({ user });
const fields: readonly string[] = Object.keys(user.entries);

export type NewAccount = SignUpPayload['user'];

/**
 * Checks the body of the create call against the contract: exactly these fields, all required, a valid e-mail
 * address, two equal passwords.
 * @returns the account asked for, with names trimmed and the address in its stored form, or the names of the fields
 * that are wrong: never a value that was sent
 */
export function parseNewAccount(value: unknown) {
  const parsed = v.safeParse(body, value, { abortPipeEarly: true });
  if (parsed.success) return { account: parsed.output.user };
  const paths = parsed.issues.map((issue) => String(issue.path?.at(-1)?.key));
  return { invalid: fields.filter((field) => paths.includes(field)) };
}

/** The form under which an address is unique: the stored one, in lower case. */
export function emailKey(address: string): string {
  return (readEmailAddress(address)?.stored ?? address.trim()).normalize('NFKC').toLowerCase();
}
