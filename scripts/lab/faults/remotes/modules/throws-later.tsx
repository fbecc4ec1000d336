import { useEffect, useState } from 'react';
import Remote from 'the-remote';
import { lasts } from '../lasts';

export default function ThrowsLater(props: object) {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), 500);
    return () => clearTimeout(timer);
  }, []);
  if (isLater && lasts()) throw new Error('fault in an update');
  return <Remote {...props} />;
}
