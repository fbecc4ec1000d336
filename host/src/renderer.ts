import { createRenderer } from '@composed/host/renderer';
import { shared } from './shared';

export const renderer = createRenderer(shared);
