// @ts-check
/**
 * What no page reaches in the federation runtime, by file: from where to where it is left out, and what
 * stands in its place. Entries come through the host's `loadEntry` hook, with integrity and Trusted Types;
 * compose names what is preloaded; remotes stand in the page's release record, not in a snapshot, and are
 * registered once.
 */
export const cuts = {
  'utils/load.js': [
    [
      'async function loadEsmEntry(',
      'function getRemoteEntryUniqueKey(',
      "const loadEntryDom = () => { throw new Error('no loadEntry hook'); }, loadEntryNode = loadEntryDom;\n",
    ],
  ],
  'remote/index.js': [
    ['\tasync preloadRemote(', '\tregisterRemotes(', ''],
    ['\tremoveRemote(', '};\n\n//#endregion', ''],
  ],
  // Asks the storage of the page, which has to be read from the disk first.
  'global.js': [[' = isDebugMode()', ') {', '']],
  'core.js': [['USE_REMOTE ? new SnapshotHandler(this) : ', 'new DisabledSnapshotHandler()', '']],
};

/**
 * A webpack loader for the files of the federation runtime that `cuts` names.
 *
 * @this {{ readonly resourcePath: string }}
 * @param {string} source
 * @throws {Error} when an upgrade has changed the file
 */
export default function cutUnusedParts(source) {
  const name = this.resourcePath.replaceAll('\\', '/');
  for (const [file, parts] of Object.entries(cuts)) {
    if (!name.endsWith(`/runtime-core/dist/${file}`)) continue;
    for (const [first = '', next = '', instead] of parts) {
      const from = source.indexOf(first);
      const to = source.indexOf(next, from);
      if (from < 0 || to < 0) throw new Error(`${file} of the federation runtime has changed.`);
      source = `${source.slice(0, from)}${instead ?? ''}${source.slice(to)}`;
    }
  }
  return source;
}
