import { act, render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { siteLinks } from '@shopwright/shared/contracts/site-links';
import { toasts } from '@shopwright/shared/toasts';
import { leaveFor } from './navigation';
import { cancelRedirect } from './delayed-redirect';
import SignupPage from './SignupPage';
import { ada } from './stories/ada';
import { button, field, fillIn, sentBody, showPage } from './testing/sign-up-page';
import { fieldNames } from './sign-up-problems';

jest.mock('./navigation', () => ({ leaveFor: jest.fn() }));

const links = siteLinks();
const call = jest.fn<Promise<Response>, Parameters<typeof fetch>>();
const show = jest.fn<string, Parameters<typeof toasts.show>>(() => 'toast-1');
const quietFailure = 'What you typed is still here. Try again, or sign in.';
let user: UserEvent;

const answer = (status: number, body: string | null = null) => new Response(body, { status });
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
/** Presses the button and lets everything that follows at once happen. */
async function press() {
  await user.click(button());
  await pass(0);
}
const bodies = () => call.mock.calls.map(([, init]) => sentBody(init));

beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
  call.mockReset();
  jest.spyOn(toasts, 'show').mockImplementation(show);
  globalThis.fetch = call;
  // The response with the page sets this cookie.
  document.cookie = 'XSRF-TOKEN=t0ken';
  user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
});
afterEach(() => {
  cancelRedirect();
  jest.useRealTimers();
});

async function submitComplete() {
  const page = render(<SignupPage links={links} />);
  await fillIn(user, ada);
  await press();
  return page;
}

test.each([
  ['a JSON body', answer(200, '{}')],
  ['an odd body', answer(201, '<html>')],
  ['no body', answer(204)],
])('success with %s shows the toast and redirects once, after 2000 ms', async (_, response) => {
  call.mockResolvedValue(response);
  await submitComplete();
  expect(show.mock.calls).toEqual([
    [
      {
        kind: 'success',
        title: 'Successfully Register!',
        message: 'You will be redirected to login page',
      },
    ],
  ]);
  await pass(1900);
  expect(leaveFor).not.toHaveBeenCalled();
  await pass(100);
  expect(leaveFor).toHaveBeenCalledWith(
    '/redirect/internal?serviceName=store-ui&path=/oauth2/authorization/keycloak',
  );
  await pass(60_000);
  expect(leaveFor).toHaveBeenCalledTimes(1);
});

test.each([409, 429, 500])(
  'status %i shows the one error toast and keeps what was typed',
  async (status) => {
    call.mockResolvedValue(answer(status, '{"reason":"x"}'));
    await submitComplete();
    expect(show.mock.calls).toEqual([
      [
        {
          kind: 'error',
          title: 'Failed to Register!',
          message: 'Please fill all required fields',
        },
      ],
    ]);
    for (const name of fieldNames) expect(field(name)).toHaveValue(ada[name]);
    expect(screen.getByText(quietFailure)).toBeVisible();
    expect(button()).toHaveAccessibleName('Sign Up');
    expect(button()).toHaveFocus();
    await pass(60_000);
    expect(leaveFor).not.toHaveBeenCalled();
  },
);

test('any number of presses makes one request, and the button keeps focus', async () => {
  let settle: (response: Response) => void = () => undefined;
  call.mockReturnValue(new Promise((resolve) => (settle = resolve)));
  await submitComplete();
  expect(button()).toHaveAccessibleName('Signing up…');
  expect(button()).toHaveAttribute('aria-disabled', 'true');
  expect(button()).toBeEnabled();
  await user.dblClick(button());
  await user.keyboard('{Enter}');
  await user.type(field('repeatPassword'), '{Enter}');
  await pass(0);
  await press();
  expect(call).toHaveBeenCalledTimes(1);
  await act(async () => settle(answer(200)));
  await press();
  expect(call).toHaveBeenCalledTimes(1);
  expect(show).toHaveBeenCalledTimes(1);
  expect(button()).toHaveFocus();
});

test('values that an extension sets without events are sent', async () => {
  call.mockResolvedValue(answer(500));
  render(<SignupPage links={links} />);
  for (const name of fieldNames) field(name).value = ada[name];
  await press();
  expect(bodies()).toEqual([{ user: ada }]);
});

test('two submits in the same moment make one request', async () => {
  call.mockResolvedValue(answer(500));
  render(<SignupPage links={links} />);
  await fillIn(user, ada);
  const form = document.querySelector('form');
  await act(async () => {
    form?.requestSubmit();
    form?.requestSubmit();
  });
  expect(call).toHaveBeenCalledTimes(1);
});

test('leaving for another route within the 2000 ms still redirects', async () => {
  call.mockResolvedValue(answer(200));
  const { unmount } = await submitComplete();
  unmount();
  await pass(2000);
  expect(leaveFor).toHaveBeenCalledTimes(1);
});

test('Back after the redirect clears the passwords, keeps the rest, and can be used again', async () => {
  call.mockImplementation(() => Promise.resolve(answer(200)));
  await submitComplete();
  await pass(2000);
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  act(() => void showPage(true));
  await pass(60_000);
  expect(leaveFor).toHaveBeenCalledTimes(1);
  expect(field('password')).toHaveValue('');
  expect(field('password')).toHaveAttribute('type', 'password');
  expect(field('repeatPassword')).toHaveValue('');
  expect(field('emailAddress')).toHaveValue('ada@example.com');
  await press();
  expect(field('password')).toHaveFocus();
  await fillIn(user, { password: 'new words', repeatPassword: 'new words' });
  await press();
  expect(bodies()[1]).toEqual({
    user: { ...ada, password: 'new words', repeatPassword: 'new words' },
  });
});

test('Back within the 2000 ms forgets the redirect that was frozen with the page', async () => {
  call.mockResolvedValue(answer(200));
  await submitComplete();
  await pass(1000);
  act(() => void showPage(true));
  await pass(60_000);
  expect(leaveFor).not.toHaveBeenCalled();
  expect(button()).toHaveAccessibleName('Sign Up');
});
