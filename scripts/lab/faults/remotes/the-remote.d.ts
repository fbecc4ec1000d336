/** The real component of whichever remote is built with a fault; an alias of the webpack configuration. */
declare module 'the-remote' {
  import type { ComponentType } from 'react';
  const Remote: ComponentType<object>;
  export default Remote;
}
