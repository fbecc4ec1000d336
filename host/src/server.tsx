import { createComposer } from './composer/composer';
import { protectShared, provided } from './remotes/shared-packages';
import { moduleProps, renderModule, renderPage } from './render';
import { routes } from './routes';

/*
 * The host's rendering bundle: the composer, with everything that the pages are rendered by. It carries the
 * shared packages and hands them to the remotes' bundles, so that a page is rendered with one React.
 */

protectShared();

/** What the release tool loads of this bundle (shared/src/contracts/composer.ts). */
export const composer = createComposer({ routes, provided, moduleProps, renderModule, renderPage });
