import { readEmailAddress } from '@shopwright/shared/contracts/email-address';
import { signUpRules } from '@shopwright/shared/contracts/sign-up-rules';
import type { SignUpPayload } from '@shopwright/shared/contracts/sign-up';
import * as v from 'valibot';

const field = (name: keyof typeof signUpRules) =>
  v.pipe(
    v.string(),
    v.check((text) => signUpRules[name](text, text) === null),
  );

const user = v.pipe(
  v.strictObject({
    firstName: v.pipe(field('firstName'), v.trim()),
    lastName: v.pipe(field('lastName'), v.trim()),
    emailAddress: v.pipe(
      field('emailAddress'),
      v.transform((text) => readEmailAddress(text)?.stored ?? ''),
    ),
    password: field('password'),
    repeatPassword: field('repeatPassword'),
  }),
  v.forward(
    v.check(({ password, repeatPassword }) => {
      return signUpRules.repeatPassword(repeatPassword, password) === null;
    }),
    ['repeatPassword'],
  ),
);

const body = v.strictObject({ user });
const fields: readonly string[] = Object.keys(user.entries);

export type NewAccount = SignUpPayload['user'];

/**
 * Validates the body of the create call against the contract, which allows no further fields.
 * @returns the new account, with trimmed names and the address in its stored form; or the names of the invalid fields,
 * without their values, since one of them is a password
 */
export function parseNewAccount(value: unknown) {
  const parsed = v.safeParse(body, value);
  if (parsed.success) return { account: parsed.output.user };
  const paths = parsed.issues.map((issue) => String(issue.path?.at(-1)?.key));
  return { invalid: fields.filter((name) => paths.includes(name)) };
}

/** Returns the key by which accounts are unique: the stored form of the address, in lower case. */
export function emailKey(address: string): string {
  return (readEmailAddress(address)?.stored ?? address.trim()).normalize('NFKC').toLowerCase();
}
