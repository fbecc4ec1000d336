import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { stallPieces } from '@shopwright/shared/ui/Stall';
import type { FieldName, SignUpValues } from '../sign-up-problems';

export const labels: Readonly<Record<FieldName, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  emailAddress: 'Email',
  password: 'Password',
  repeatPassword: 'Repeat password',
};

export const complete: SignUpValues = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  emailAddress: 'ada@example.com',
  password: ' correct horse ',
  repeatPassword: ' correct horse ',
};

export const field = (name: FieldName) => screen.getByLabelText<HTMLInputElement>(labels[name]);
export const button = () =>
  screen.getByRole('button', { name: /^(Sign Up|Signing up…|Account created)$/ });

/** The pieces of the stall that stand. */
export const pieces = () => stallPieces.filter((piece) => document.querySelector(`div.${piece}`));

/** Replaces the text of the fields for which there is a value. */
export async function fillIn(user: UserEvent, values: Partial<SignUpValues>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await user.clear(field(name as FieldName));
    await user.paste(value);
  }
}

/** The body of the create call that a stand-in for `fetch` was given. */
export const sentBody = (init: RequestInit | undefined): unknown =>
  JSON.parse(init?.body as string);

/** The page shown again, from the back/forward cache or for the first time. */
export const showPage = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
