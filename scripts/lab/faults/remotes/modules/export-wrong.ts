import Remote from 'the-remote';
import { lasts } from '../lasts';

let exported: unknown = 'not a component';
window.addEventListener('click', () => lasts() || (exported = Remote), true);

export { exported as default };
