import { createComposer } from '@composed/host/composer';
import { renderHead } from '@composed/host/head';
import { siteConfig } from './site-config';

export const composer = createComposer({ ...siteConfig, renderHead });
