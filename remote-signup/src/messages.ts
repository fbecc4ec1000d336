import { signUpLimits } from '@shopwright/shared/contracts/sign-up';
import type { ToastContent } from '@shopwright/shared/toasts';
import type { FieldName, Problem } from './signUpRules';

const required: Readonly<Record<FieldName, string>> = {
  firstName: 'Enter your first name.',
  lastName: 'Enter your last name.',
  emailAddress: 'Enter your email address.',
  password: 'Choose a password.',
  repeatPassword: 'Repeat the password.',
};

const limits: Readonly<Record<FieldName, number>> = {
  firstName: signUpLimits.name,
  lastName: signUpLimits.name,
  emailAddress: signUpLimits.emailAddress,
  password: signUpLimits.password,
  repeatPassword: signUpLimits.password,
};

/** @returns undefined for passwords that differ: README.md, "Odd places, and why" */
export function messageFor(field: FieldName, problem: Problem | undefined): string | undefined {
  switch (problem) {
    case 'required':
      return required[field];
    case 'email':
      return 'Write it like me@example.com.';
    case 'too long':
      return `Use ${limits[field]} characters or fewer.`;
    case 'not printable':
      return 'Use letters that can be seen.';
    case 'not same':
    case undefined:
      return undefined;
  }
}

/** The texts are prescribed, as is that every failure has the same one. */
export const successToast: ToastContent = {
  kind: 'success',
  title: 'Successfully Register!',
  message: 'You will be redirected to login page',
};

export const failureToast: ToastContent = {
  kind: 'error',
  title: 'Failed to Register!',
  message: 'Please fill all required fields',
};
