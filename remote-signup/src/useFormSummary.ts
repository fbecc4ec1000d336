import { useCallback, useSyncExternalStore } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { SignUpValues } from './sign-up-problems';

export type WatchedForm = Pick<UseFormReturn<SignUpValues>, 'getValues' | 'subscribe'>;

/**
 * A value derived from the form's values, kept up to date. Unlike the library's `useWatch` it includes what was typed
 * before hydration.
 * @param summarize pure; it gets no values while prerendering and hydrating
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
