import Remote from 'the-remote';
import { onInputClick } from '../jsx-runtime';

onInputClick(() => {
  throw new Error('fault in an event handler');
});

export default Remote;
