import { useCallback, useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { readEmailAddress } from '@shopwright/shared/contracts/email-address';
import { fieldNames, type FieldName, type SignUpValues } from './sign-up-problems';

/** Milliseconds between two looks at the inputs. */
const lookInterval = 500;

/** The address that is sent. Text that is no address does not change. */
const shownAddress = (text: string) => readEmailAddress(text)?.shown ?? text;

export const inputOf = (form: HTMLFormElement | null, name: FieldName) =>
  form?.querySelector<HTMLInputElement>(`input[name="${name}"]`);

/**
 * Keeps the form library's values those of the inputs. They can differ: typed before hydration, restored by the
 * browser, or filled in by a password manager, which may fire no event.
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
    // The visitor may have left the field before it was hydrated.
    if (inputOf(element.current, 'emailAddress') !== document.activeElement) showAddress();
    const timer = setInterval(adoptTypedValues, lookInterval);
    return () => clearInterval(timer);
  }, [adoptTypedValues, showAddress]);

  return { element, adoptTypedValues, showAddress };
}
