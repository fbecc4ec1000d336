import { fieldNames, type SignUpValues } from './signUpRules';

/**
 * What stands in the form's inputs at this moment. It can differ from what the form library has heard of:
 * typed before hydration, restored by the browser, or filled in by an extension that fires no events.
 */
export function readTypedValues(form: HTMLFormElement): SignUpValues {
  const data = new FormData(form);
  const read = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return Object.fromEntries(fieldNames.map((name) => [name, read(name)])) as SignUpValues;
}
