import { createComposer } from '@composed/host/composer';
import { renderHead } from '@composed/host/head';
import { parts } from './parts';

export const composer = createComposer({ ...parts, renderHead });
