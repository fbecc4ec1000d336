import type { Resolver, UseFormProps } from 'react-hook-form';
import { signUpRules, type SignUpProblem } from '@shopwright/shared/contracts/sign-up-rules';
import { signUpLimits, type SignUpPayload } from '@shopwright/shared/contracts/sign-up';
import { tooLong } from '@shopwright/shared/ui/Field';

/** The form's values, with the names of the create call. */
export type SignUpValues = SignUpPayload['user'];
export type FieldName = keyof SignUpValues;

/** Fields in the order of the form. The first invalid one in this order gets the focus. */
export const fieldNames = [
  'firstName',
  'lastName',
  'emailAddress',
  'password',
  'repeatPassword',
] as const satisfies readonly FieldName[];

const missing: Readonly<Record<FieldName, string>> = {
  firstName: 'Enter your first name.',
  lastName: 'Enter your last name.',
  emailAddress: 'Enter your email address.',
  password: 'Choose a password.',
  repeatPassword: 'Repeat the password.',
};

/** Messages for the other faults. `different` has none: remote-signup/README.md, "Odd places, and why". */
const messages = {
  unprintable: 'Remove invisible characters.',
  malformed: 'Write it like me@example.com.',
  different: '',
};

function messageFor(field: FieldName, fault: SignUpProblem): string {
  if (fault === 'missing') return missing[field];
  return fault === 'long' ? tooLong(signUpLimits[field]) : messages[fault];
}

/**
 * Validates the form's values against the contract's rules.
 * @param values a missing field counts as empty
 * @returns a message for each invalid field; an empty object if the form is valid
 */
export function findProblems(
  values: Partial<SignUpValues>,
): Readonly<Partial<Record<FieldName, string>>> {
  const problems: Partial<Record<FieldName, string>> = {};
  for (const field of fieldNames) {
    const fault = signUpRules[field](values[field] ?? '', values.password ?? '');
    if (fault) problems[field] = messageFor(field, fault);
  }
  return problems;
}

/** Resolver that applies the contract's rules in the form library. */
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
 * Options of the sign-up form. The form itself focuses the first invalid field, since the library would do it from a
 * timer: on a slow phone, while the visitor is already typing into another field.
 */
export const signUpFormOptions = {
  resolver: resolveSignUp,
  shouldFocusError: false,
} satisfies UseFormProps<SignUpValues>;

/** Returns how many of the five fields are valid, 0 to 5. */
export function countCompleted(values: Partial<SignUpValues>): number {
  return fieldNames.length - Object.keys(findProblems(values)).length;
}
