import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { signUpLimits } from '@shopwright/shared/contracts/sign-up';
import { siteLinks } from '@shopwright/shared/contracts/site-links';
import SignupPage from './SignupPage';
import { ada } from './stories/ada';
import { button, field, fillIn, pieces } from './testing/sign-up-page';
import { fieldNames, type FieldName } from './sign-up-problems';

beforeEach(() => {
  globalThis.fetch = jest.fn();
  render(<SignupPage links={siteLinks()} />);
});
afterEach(() => expect(fetch).not.toHaveBeenCalled());

test('without scripts there is no toggle for the password', () => {
  expect(renderToString(<SignupPage links={siteLinks()} />)).not.toContain('Show');
});

test('every field has its autocomplete purpose and type', () => {
  const purposes = {
    firstName: ['given-name', 'text'],
    lastName: ['family-name', 'text'],
    emailAddress: ['email', 'text'],
    password: ['new-password', 'password'],
    repeatPassword: ['new-password', 'password'],
  };
  for (const name of fieldNames) {
    const { autocomplete, type } = field(name);
    expect([name, autocomplete, type]).toEqual([name, ...purposes[name]]);
    expect(field(name)).toBeRequired();
  }
});

test('a text over the limit is kept whole and reported', async () => {
  const user = userEvent.setup();
  for (const name of fieldNames) {
    const limit = signUpLimits[name];
    await fillIn(user, { [name]: 'a'.repeat(limit) });
    const sentence = `Use ${limit} characters or fewer.`;
    expect(field(name)).not.toHaveAccessibleDescription(expect.stringContaining(sentence));
    await fillIn(user, { [name]: 'a'.repeat(limit + 1) });
    expect(field(name)).toHaveValue('a'.repeat(limit + 1));
    expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(sentence));
  }
});

test('leaving the field normalises an email address; an invalid one stays as typed', async () => {
  const user = userEvent.setup();
  await fillIn(user, { emailAddress: '\u00A0mailto:me@münchen.de\u200B' });
  await user.tab();
  expect(field('emailAddress')).toHaveValue('me@münchen.de');
  await fillIn(user, { emailAddress: ' me@ ' });
  await user.tab();
  expect(field('emailAddress')).toHaveValue(' me@ ');
});

test('the strength hint follows a password that is filled in without any event', async () => {
  field('password').value = 'correct horse battery staple';
  expect(await screen.findByText('Strong')).toBeInTheDocument();
  field('password').value = 'password1';
  expect(await screen.findByText('Easy to guess')).toBeInTheDocument();
});

/** Texts of the length of a book, which no field can hold by hand, but a script can put there. */
const books = { firstName: 'a'.repeat(40_000), lastName: 'a b '.repeat(10_000) };

test('a text of any length in another field breaks neither the form nor its hints', async () => {
  for (const [name, text] of Object.entries(books)) field(name as FieldName).value = text;
  await userEvent.type(field('password'), 'correct horse battery staple');
  expect(field('password')).toHaveAccessibleDescription('Strong');
  await userEvent.click(button());
  expect(field('firstName')).toHaveFocus();
  expect(field('firstName')).toHaveAccessibleDescription('Use 100 characters or fewer.');
  expect(field('firstName')).toHaveValue(books.firstName);
});

test('no message is shown before the first submit', async () => {
  await fillIn(userEvent.setup(), { emailAddress: 'ada@', firstName: ' ' });
  await userEvent.click(field('lastName'));
  for (const name of fieldNames) expect(field(name)).not.toHaveAttribute('aria-invalid');
});

test.each<[FieldName, Partial<typeof ada>, string]>([
  ['emailAddress', { emailAddress: 'ada@' }, 'Write it like me@example.com.'],
  ['password', { password: '', repeatPassword: '' }, 'Choose a password.'],
])(
  'a submit focuses an invalid %s, which keeps its value and shows its message',
  async (...row) => {
    const [name, values, sentence] = row;
    await fillIn(userEvent.setup(), { ...ada, ...values });
    await userEvent.click(button());
    expect(field(name)).toHaveFocus();
    expect(field(name)).toHaveValue(values[name]);
    expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(sentence));
    expect(field('firstName')).not.toHaveAttribute('aria-invalid');
  },
);

test('after a submit focus stays in the field that is typed into, also when a timer is late', async () => {
  const user = userEvent.setup();
  const late: (() => void)[] = [];
  const { setTimeout } = window;
  // Timers of the form library say no time; the testing library's do.
  const setLate = (run: () => void, ms?: number) =>
    ms === undefined ? late.push(run) : setTimeout(run, ms);
  Object.assign(window, { setTimeout: setLate });
  try {
    await user.click(button());
    await user.keyboard('Ada');
    await user.tab();
    await user.keyboard('L');
  } finally {
    Object.assign(window, { setTimeout });
  }
  act(() => late.forEach((run) => run()));
  await user.keyboard('ovelace');
  expect(field('lastName')).toHaveValue('Lovelace');
});

test('after a submit, correcting a field removes its message', async () => {
  const user = userEvent.setup();
  await user.click(button());
  await user.type(field('emailAddress'), 'ada');
  expect(field('emailAddress')).toHaveAccessibleDescription('Write it like me@example.com.');
  await user.type(field('emailAddress'), '@example.com');
  expect(field('emailAddress')).not.toHaveAttribute('aria-invalid');
  expect(field('emailAddress')).not.toHaveAccessibleDescription();
  expect(field('firstName')).toHaveAttribute('aria-invalid', 'true');
});

test('a repeated password that differs is invalid and focused, without a message', async () => {
  await fillIn(userEvent.setup(), { ...ada, repeatPassword: 'correct horse' });
  const before = document.body.textContent;
  await userEvent.click(button());
  expect(document.body.textContent).toBe(before);
  expect(field('repeatPassword')).toHaveFocus();
  expect(field('repeatPassword')).toHaveAttribute('aria-invalid', 'true');
  expect(field('repeatPassword')).toHaveAccessibleDescription('Must match the first password');
  expect(field('password')).not.toHaveAttribute('aria-invalid');
});

test('correcting the first password makes the second valid', async () => {
  const user = userEvent.setup();
  await fillIn(user, { ...ada, password: 'other' });
  await user.click(button());
  expect(field('repeatPassword')).toHaveAttribute('aria-invalid', 'true');
  await fillIn(user, { password: ada.password });
  expect(field('repeatPassword')).not.toHaveAttribute('aria-invalid');
});

test('a submit hides the shown passwords', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  await userEvent.click(screen.getByRole('button', { name: 'Show repeated password' }));
  await userEvent.click(button());
  expect(field('password')).toHaveAttribute('type', 'password');
  expect(field('repeatPassword')).toHaveAttribute('type', 'password');
});

test('Caps Lock is reported only while a password is typed', async () => {
  const user = userEvent.setup();
  await user.click(field('password'));
  expect(screen.queryByText('Caps Lock')).toBeNull();
  await user.keyboard('{CapsLock}a');
  expect(screen.getByText('Caps Lock')).toHaveTextContent('Caps Lock is on');
  await user.keyboard('{CapsLock}b');
  expect(screen.queryByText('Caps Lock')).toBeNull();
  await user.keyboard('{CapsLock}c');
  await user.click(field('firstName'));
  expect(screen.queryByText('Caps Lock')).toBeNull();
});

test('each valid field adds a piece to the stall', async () => {
  const user = userEvent.setup();
  expect(pieces()).toHaveLength(0);
  for (const [index, name] of fieldNames.entries()) {
    await fillIn(user, { [name]: ada[name] });
    expect(pieces()).toHaveLength(index + 1);
  }
  await user.clear(field('lastName'));
  expect(pieces()).toHaveLength(4);
});
