import { use } from 'react';
import Remote from 'the-remote';
import { lasts } from '../lasts';

const never = new Promise<never>(() => undefined);

export default function SuspendsForEver(props: object) {
  if (lasts()) {
    // Lets a test know that the time to wait has begun.
    document.documentElement.setAttribute('data-fault-suspends', '');
    use(never);
  }
  return <Remote {...props} />;
}
