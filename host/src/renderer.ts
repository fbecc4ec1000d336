import { createRenderer } from '@composed/host/renderer';
import { shared } from './shared-packages';

export const renderer = createRenderer(shared);
