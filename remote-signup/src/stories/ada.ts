import type { SignUpValues } from '../sign-up-problems';

/** Valid values of all fields, for stories and tests. The blanks belong to the password. */
export const ada: SignUpValues = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  emailAddress: 'ada@example.com',
  password: ' correct horse ',
  repeatPassword: ' correct horse ',
};
