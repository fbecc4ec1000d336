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

export const field = (name: FieldName) => screen.getByLabelText<HTMLInputElement>(labels[name]);
export const button = () =>
  screen.getByRole('button', { name: /^(Sign Up|Signing up…|Account created)$/ });

export const pieces = () => stallPieces.filter((piece) => document.querySelector(`div.${piece}`));

/** Replaces the texts of the fields that `values` has a value for. */
export async function fillIn(user: UserEvent, values: Partial<SignUpValues>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await user.clear(field(name as FieldName));
    await user.paste(value);
  }
}

/** Returns the parsed body of a request that a mock of `fetch` received. */
export const sentBody = (init: RequestInit | undefined): unknown =>
  JSON.parse(init?.body as string);

/**
 * Fires the event that a browser fires when it shows the page.
 * @param persisted whether the page comes from the back/forward cache
 */
export const showPage = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
