import { useWatch, type Control } from 'react-hook-form';
import { Stall } from 'shared/ui/Stall';
import { countCompleted, type SignUpValues } from './signUpRules';

interface SignUpStallProps {
  readonly control: Control<SignUpValues>;
  readonly className?: string | undefined;
}

/** The stall gains a piece with each field that is right. Decoration only. */
export function SignUpStall({ control, className }: SignUpStallProps) {
  return (
    <Stall animated="each" pieces={countCompleted(useWatch({ control }))} className={className} />
  );
}
