import { Stall } from 'shared/ui/Stall';
import { countCompleted } from './signUpRules';
import { useFormSummary, type WatchedForm } from './useFormSummary';

interface SignUpStallProps {
  readonly form: WatchedForm;
  readonly className?: string | undefined;
}

/** The stall gains a piece with each field that is right. Decoration only. */
export function SignUpStall({ form, className }: SignUpStallProps) {
  return (
    <Stall animated="each" pieces={useFormSummary(form, countCompleted)} className={className} />
  );
}
