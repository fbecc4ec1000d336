import { postJson } from 'shared/http';
import { createAccount, toPayload } from './createAccount';

jest.mock('shared/http', () => ({ postJson: jest.fn() }));

const values = {
  firstName: ' Ada ',
  lastName: 'Lovelace',
  emailAddress: 'ada@example.com',
  password: ' correct horse ',
  repeatPassword: ' correct horse ',
};

test('the payload has the five fields as typed, and nothing else', () => {
  expect(toPayload({ ...values, token: 'x' } as typeof values)).toEqual({ user: values });
});

test('the create call goes to the public path and may take 30 seconds', async () => {
  await createAccount(values);
  expect(postJson).toHaveBeenCalledTimes(1);
  expect(postJson).toHaveBeenCalledWith(
    '/manager/api/v1/user-account/public/create',
    { user: values },
    { timeLimitMs: 30_000 },
  );
});
