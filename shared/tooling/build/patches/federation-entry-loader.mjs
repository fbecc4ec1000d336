// @ts-check
/**
 * A webpack loader for the federation runtime's utils/load.js: cuts out its own ways to load an entry.
 * Every entry comes through the host's `loadEntry` hook, with integrity and Trusted Types.
 *
 * @param {string} source
 * @throws {Error} when an upgrade has changed the file
 */
export default function dropEntryLoaders(source) {
  const from = source.indexOf('async function loadEsmEntry(');
  const to = source.indexOf('function getRemoteEntryUniqueKey(');
  if (from < 0 || to < from)
    throw new Error('utils/load.js of the federation runtime has changed.');
  const unused = `function loadEntryDom() { throw new Error('no loadEntry hook'); }
const loadEntryNode = loadEntryDom;
`;
  return source.slice(0, from) + unused + source.slice(to);
}
