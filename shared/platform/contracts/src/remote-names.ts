/**
 * The global of a remote's container: a unique identifier, since app names have hyphens and no underscores. It is never
 * the bare name: `window.reviews` is also the element with id "reviews".
 */
export function remoteGlobal(app: string): string {
  return `remote_${app.replaceAll('-', '_')}`;
}

/** The federation id of a module: `reviews` and `./Stars` → `reviews/Stars`. */
export const moduleId = (app: string, expose: string) => app + expose.slice(1);

/** The app of a module, by its federation id: `reviews/Stars` → `reviews`. */
export const appOf = (id: string) => id.replace(/\/.*/, '');

/** The expose of a module, by its federation id: `reviews/Stars` → `./Stars`. */
export const exposeOf = (id: string) => id.replace(/[^/]*/, '.');

/**
 * The prefix of the ids that React makes in a root, so that the ids of two roots differ. Compose and the browser must
 * use the same.
 * @param name a federation id, or the name of an island
 */
export function identifierPrefixOf(name: string): string {
  // Names of apps and of modules may have hyphens, so an underscore stands between them.
  return `${name.replace('/', '_')}-`;
}

/** The event from a part to the module around it (Part.ts). */
export const partEvent = 'part';

/** Milliseconds after which a script of a remote that neither loads nor fails counts as failed. */
export const scriptTimeout = 10_000;

/** How deep parts may be nested in a module of a page. */
export const maxPartDepth = 3;
