import { createComposer } from './composer/composer';
import { remoteIds } from './site/remotes';
import { renderPage } from './render';
import { routesOf } from './routes';
import { createSite } from './site/site';

/** What makes the pages, with all that they are rendered by (shared/src/contracts/composer.ts). */
export const composer = createComposer({ remoteIds, routesOf, createSite, renderPage });
