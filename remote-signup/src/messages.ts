import type { ToastContent } from 'shared/toasts';
import type { FieldName, Problem } from './signUpRules';

const required: Readonly<Record<FieldName, string>> = {
  firstName: 'Enter your first name.',
  lastName: 'Enter your last name.',
  emailAddress: 'Enter your email address.',
  password: 'Choose a password.',
  repeatPassword: 'Repeat the password.',
};

/**
 * The words for a field's problem.
 * @returns undefined for passwords that differ: specification section 5 shows no text for them
 */
export function messageFor(field: FieldName, problem: Problem | undefined): string | undefined {
  switch (problem) {
    case 'required':
      return required[field];
    case 'email':
      return 'Write it like me@example.com.';
    case 'not same':
    case undefined:
      return undefined;
  }
}

/** Specification section 8. */
export const successToast: ToastContent = {
  kind: 'success',
  title: 'Successfully Register!',
  message: 'You will be redirected to login page',
};

/** Specification section 8: the same for every failure. */
export const failureToast: ToastContent = {
  kind: 'error',
  title: 'Failed to Register!',
  message: 'Please fill all required fields',
};
