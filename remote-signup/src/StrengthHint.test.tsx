import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { siteLinks } from 'shared/contracts/site-links';
import { judgePassword } from './passwordStrength';
import SignupPage from './SignupPage';
import { field } from './SignupPage.testkit';

jest.mock('./passwordStrength', () => ({
  judgePassword: jest.fn(() => 'strong'),
}));

beforeEach(() => render(<SignupPage links={siteLinks()} />));

test('the hint judges once the judge has come, and goes with the password', async () => {
  expect(field('password')).toHaveAccessibleDescription('A few words in a row work well.');
  await userEvent.type(field('firstName'), 'Ada');
  await userEvent.type(field('password'), 'x');
  expect(await screen.findByText('Strong')).toBeVisible();
  expect(judgePassword).toHaveBeenLastCalledWith('x', ['Ada', '', '']);
  await userEvent.clear(field('password'));
  expect(field('password')).toHaveAccessibleDescription('A few words in a row work well.');
});

test('a judge that breaks is silent and harmless', async () => {
  jest.mocked(judgePassword).mockImplementation(() => {
    throw new Error('broken');
  });
  await userEvent.type(field('password'), 'secret words');
  expect(field('password')).toHaveValue('secret words');
  expect(field('password')).toHaveAccessibleDescription('A few words in a row work well.');
});
