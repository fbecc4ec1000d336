/** The component of the remote that is built with faults. An alias in webpack.config.ts. */
declare module 'the-remote' {
  import type { ComponentType } from 'react';
  const Remote: ComponentType<object>;
  export default Remote;
}
