import { container } from '../container';
import { lasts } from '../lasts';

export const { init, get } = lasts() ? { init: null, get: null } : container;
