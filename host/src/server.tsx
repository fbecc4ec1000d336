import { createComposer } from './composer/composer';
import { moduleProps, renderPage } from './render';
import { routes } from './routes';

/** What makes the pages, with all that they are rendered by (shared/src/contracts/composer.ts). */
export const composer = createComposer({ routes, moduleProps, renderPage });
