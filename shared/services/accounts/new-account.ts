import { readEmailAddress } from '@shopwright/shared/contracts/email-address';
import { newAccount } from '@shopwright/shared/contracts/new-account';
import * as v from 'valibot';

const body = v.strictObject({ user: newAccount });
const fields: readonly string[] = Object.keys(newAccount.entries);

export type NewAccount = v.InferOutput<typeof newAccount>;

/**
 * Checks the body of the create call against the contract.
 * @returns the account asked for, with names trimmed and the address in its stored form, or the names of the fields
 * that are wrong: never a value that was sent
 */
export function parseNewAccount(value: unknown) {
  const parsed = v.safeParse(body, value);
  if (parsed.success) return { account: parsed.output.user };
  const paths = parsed.issues.map((issue) => String(issue.path?.at(-1)?.key));
  return { invalid: fields.filter((field) => paths.includes(field)) };
}

/** The form under which an address is unique: the stored one, in lower case. */
export function emailKey(address: string): string {
  return (readEmailAddress(address)?.stored ?? address.trim()).normalize('NFKC').toLowerCase();
}
