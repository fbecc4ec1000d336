import { useCallback, useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { readEmailAddress } from '@shopwright/shared/contracts/email-address';
import { fieldNames, type FieldName, type SignUpValues } from './sign-up-problems';

/** Milliseconds between two reads of the inputs. */
const readInterval = 500;

/** Returns the address in the form in which it is sent. Returns a text that is not an address unchanged. */
const shownAddress = (text: string) => readEmailAddress(text)?.shown ?? text;

export const inputOf = (form: HTMLFormElement | null, name: FieldName) =>
  form?.querySelector<HTMLInputElement>(`input[name="${name}"]`);

/**
 * Copies the texts of the inputs to the form library. They can differ if the visitor typed before hydration, if the
 * browser restored the texts, or if a password manager filled them in, which may fire no event.
 */
export function useTypedValues({ formState, getValues, setValue }: UseFormReturn<SignUpValues>) {
  const { isSubmitted } = formState;
  const element = useRef<HTMLFormElement>(null);
  const adoptTypedValues = useCallback(() => {
    for (const name of fieldNames) {
      const input = inputOf(element.current, name);
      if (input && input.value !== getValues(name)) {
        setValue(name, input.value, { shouldValidate: isSubmitted });
      }
    }
  }, [getValues, isSubmitted, setValue]);
  const showAddress = useCallback(() => {
    setValue('emailAddress', shownAddress(getValues('emailAddress')));
  }, [getValues, setValue]);

  useEffect(() => {
    adoptTypedValues();
    // The visitor may have left the field before hydration, so its blur event was not handled.
    if (inputOf(element.current, 'emailAddress') !== document.activeElement) showAddress();
    const timer = setInterval(adoptTypedValues, readInterval);
    return () => clearInterval(timer);
  }, [adoptTypedValues, showAddress]);

  return { element, adoptTypedValues, showAddress };
}
