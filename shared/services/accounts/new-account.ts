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
 * Checks the body of the create call by the contract's rules: exactly these fields.
 * @returns the account asked for, with names trimmed and the address in its stored form, or the names of the fields
 * that are wrong: never a value that was sent
 */
export function parseNewAccount(value: unknown) {
  const parsed = v.safeParse(body, value);
  if (parsed.success) return { account: parsed.output.user };
  const paths = parsed.issues.map((issue) => String(issue.path?.at(-1)?.key));
  return { invalid: fields.filter((name) => paths.includes(name)) };
}

/** The form under which an address is unique: the stored one, in lower case. */
export function emailKey(address: string): string {
  return (readEmailAddress(address)?.stored ?? address.trim()).normalize('NFKC').toLowerCase();
}
