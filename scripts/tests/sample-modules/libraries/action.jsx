import { useActionState } from 'react';

export default () => {
  const [count, add] = useActionState((before) => before + 1, 0);
  return (
    <form action={add}>
      <button id="action">action {count}</button>
    </form>
  );
};
