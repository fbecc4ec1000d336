import { failureToast, messageFor, successToast } from './messages';
import { fieldNames } from './signUpRules';

test('every required field has its own words', () => {
  const words = fieldNames.map((name) => messageFor(name, 'required'));
  expect(new Set(words).size).toBe(fieldNames.length);
  expect(words.every(Boolean)).toBe(true);
});

test('a value that is too long is told its limit', () => {
  expect(messageFor('lastName', 'too long')).toBe('Use 100 characters or fewer.');
  expect(messageFor('password', 'too long')).toBe('Use 256 characters or fewer.');
});

test('passwords that differ have no message', () => {
  expect(messageFor('repeatPassword', 'not same')).toBeUndefined();
});

test('the toasts say what the README says', () => {
  expect(successToast).toEqual({
    kind: 'success',
    title: 'Successfully Register!',
    message: 'You will be redirected to login page',
  });
  expect(failureToast).toEqual({
    kind: 'error',
    title: 'Failed to Register!',
    message: 'Please fill all required fields',
  });
});
