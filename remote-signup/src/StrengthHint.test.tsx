import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { siteLinks } from '@shopwright/shared/contracts/site-links';
import { judgePassword } from './passwordStrength';
import SignupPage from './SignupPage';
import { field } from './testing/sign-up-page';

jest.mock('./passwordStrength', () => ({
  judgePassword: jest.fn(() => 'strong'),
}));

beforeEach(() => render(<SignupPage links={siteLinks()} />));

test('the hint judges what is typed, and goes with the password', async () => {
  expect(field('password')).toHaveAccessibleDescription('A few words in a row work well.');
  await userEvent.type(field('firstName'), 'Ada');
  await userEvent.type(field('password'), 'x');
  expect(screen.getByText('Strong')).toBeVisible();
  expect(judgePassword).toHaveBeenLastCalledWith('x', ['Ada', '', '']);
  await userEvent.clear(field('password'));
  expect(field('password')).toHaveAccessibleDescription('A few words in a row work well.');
});
