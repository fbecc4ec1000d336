import { createRenderer } from '@composed/host/renderer';
import { provided } from './provided';

export const renderer = createRenderer(provided);
