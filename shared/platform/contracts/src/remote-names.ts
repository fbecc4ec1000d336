/**
 * Returns the name of the global variable for a remote's container. It is unique, since names of apps have no underscores.
 * The prefix is needed because `window.reviews` is also the element with the id "reviews".
 */
export function remoteGlobal(app: string): string {
  return `remote_${app.replaceAll('-', '_')}`;
}

/** Returns the federation id of a module: `reviews` and `./Stars` → `reviews/Stars`. */
export const moduleId = (app: string, expose: string) => app + expose.slice(1);

/** Returns the app of a module from the module's federation id: `reviews/Stars` → `reviews`. */
export const appOf = (id: string) => id.replace(/\/.*/, '');

/** Returns the expose key of a module from the module's federation id: `reviews/Stars` → `./Stars`. */
export const exposeOf = (id: string) => id.replace(/[^/]*/, '.');

/**
 * Returns the prefix of the ids that React generates in a root, so that the ids of two roots differ. Compose and the
 * browser must use the same prefix.
 * @param name a federation id, or the name of an island
 */
export function identifierPrefixOf(name: string): string {
  // Names of apps and modules may have hyphens, so an underscore separates the two.
  return `${name.replace('/', '_')}-`;
}
