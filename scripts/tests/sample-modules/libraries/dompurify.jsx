import { useEffect, useRef } from 'react';
import DOMPurify from 'dompurify';
import * as d3 from 'd3';

export default () => {
  const ref = useRef(null);
  useEffect(() => {
    ref.current.innerHTML = DOMPurify.sanitize('<b>clean</b>', { RETURN_TRUSTED_TYPE: true });
    d3.select(ref.current)
      .selectAll('i')
      .data([1, 2])
      .join('i')
      .text((n) => n);
  }, []);
  return (
    <div id="dompurify">
      dompurify <p ref={ref} />
    </div>
  );
};
