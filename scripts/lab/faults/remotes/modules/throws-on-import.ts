import Remote from 'the-remote';
import { lasts } from '../lasts';

if (lasts()) throw new Error('fault on import');

export default Remote;
