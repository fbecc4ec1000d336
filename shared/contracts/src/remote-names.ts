/**
 * The global that a remote's container is found under: an identifier, and another one for each name, since names have
 * hyphens and no underscores. Never the bare name: `window.reviews` is also the element with id "reviews".
 */
export function remoteGlobal(app: string): string {
  return `remote_${app.replaceAll('-', '_')}`;
}

/**
 * What the ids that React makes begin with in the part of a page that has this name, so that those of two roots
 * differ. Compose and the browser must use the same.
 * @param name a federation id, or what the host calls a part of its own
 */
export function identifierPrefixOf(name: string): string {
  // An app's name has hyphens, and so may what it exposes: an underscore ends the one.
  return `${name.replace('/', '_')}-`;
}
