import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { siteLinks } from 'shared/contracts/site-links';
import SignupPage from './SignupPage';
import { field } from './SignupPage.testkit';

jest.mock('./passwordStrength', () => {
  throw new Error('Loading chunk password-strength failed.');
});

test('a hint that does not load is silent and harmless', async () => {
  render(<SignupPage links={siteLinks()} />);
  await userEvent.type(field('password'), 'secret words');
  expect(field('password')).toHaveValue('secret words');
  expect(field('password')).toHaveAccessibleDescription('A few words in a row work well.');
});
