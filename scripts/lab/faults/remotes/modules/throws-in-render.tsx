import Remote from 'the-remote';
import { lasts } from '../lasts';

export default function ThrowsInRender(props: object) {
  if (lasts()) throw new Error('fault in render');
  return <Remote {...props} />;
}
