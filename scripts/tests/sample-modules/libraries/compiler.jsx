import { c } from 'react/compiler-runtime';

export default () => {
  const kept = c(1);
  if (kept[0] === Symbol.for('react.memo_cache_sentinel')) kept[0] = <p id="compiler">compiler</p>;
  return kept[0];
};
