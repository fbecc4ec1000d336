import { useEffect } from 'react';
import Remote from 'the-remote';
import { lasts } from '../lasts';

export default function ThrowsInEffect(props: object) {
  useEffect(() => {
    if (lasts()) throw new Error('fault in an effect');
  }, []);
  return <Remote {...props} />;
}
