import { useCallback, useSyncExternalStore } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { SignUpValues } from './sign-up-problems';

export type WatchedForm = Pick<UseFormReturn<SignUpValues>, 'getValues' | 'subscribe'>;

/**
 * Returns a value that is derived from the form's values, and renders when it changes. Unlike the library's `useWatch`,
 * it includes text that was typed before hydration.
 * @param summarize a pure function, which gets an empty object during prerendering and hydration
 */
export function useFormSummary<Summary extends string | number | boolean | null>(
  { getValues, subscribe }: WatchedForm,
  summarize: (values: Partial<SignUpValues>) => Summary,
): Summary {
  const watch = useCallback(
    (changed: () => void) => subscribe({ formState: { values: true }, callback: changed }),
    [subscribe],
  );
  return useSyncExternalStore(
    watch,
    () => summarize(getValues()),
    () => summarize({}),
  );
}
