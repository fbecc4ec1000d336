import { printable, signUpLimits, type SignUpPayload } from '@shopwright/shared/contracts/sign-up';
import * as v from 'valibot';

/** @param longest characters */
const textOf = (longest: number) =>
  v.pipe(
    v.string('must be a string'),
    v.minLength(1, 'is required'),
    v.maxLength(longest, `must be at most ${longest} characters`),
  );

const text = v.pipe(v.string('must be a string'), v.trim());
const name = v.pipe(
  text,
  textOf(signUpLimits.name),
  v.regex(printable, 'must not contain control characters'),
);
const password = textOf(signUpLimits.password);

/** The form of an e-mail address is that of HTML's e-mail field, as in the page. */
const emailAddress = v.pipe(
  text,
  textOf(signUpLimits.emailAddress),
  v.rfcEmail('must be an e-mail address'),
);

const user = v.pipe(
  v.strictObject({
    firstName: name,
    lastName: name,
    emailAddress,
    password,
    repeatPassword: password,
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['repeatPassword']],
      (value) => value.password === value.repeatPassword,
      'must be the same as password',
    ),
    ['repeatPassword'],
  ),
);

const body = v.strictObject({ user });

export type NewAccount = SignUpPayload['user'];

/**
 * Checks the body of the create call against the contract: exactly these
 * fields, all required, a valid e-mail address, passwords that are the same.
 * @returns the account asked for, with names and address trimmed, or what does not fit: the field, such as
 *   `user.emailAddress`, or the object that has one too many, empty for the body itself; never what was sent
 */
export function parseNewAccount(value: unknown) {
  const parsed = v.safeParse(body, value, { abortPipeEarly: true });
  if (parsed.success) return { account: parsed.output.user };
  return {
    violations: parsed.issues.slice(0, 10).map((issue) => ({
      field: fieldOf(issue),
      reason: reasonOf(issue),
    })),
  };
}

const knownFields: readonly string[] = ['user', ...Object.keys(user.entries)];

/** The dotted path, as far as its keys are ours: an unknown key is the sender's text. */
function fieldOf(issue: v.BaseIssue<unknown>): string {
  const keys = (issue.path ?? []).map((item) => String(item.key));
  return keys.filter((key) => knownFields.includes(key)).join('.');
}

function reasonOf(issue: v.BaseIssue<unknown>): string {
  if (issue.type !== 'strict_object') return issue.message;
  if (issue.expected === 'never') return 'has a field that is not part of the call';
  return issue.received === 'undefined' ? 'is required' : 'must be an object';
}

/** The form under which an address is unique: compatibility characters folded, lower case. */
export function emailKey(address: string): string {
  return address.trim().normalize('NFKC').toLowerCase();
}
