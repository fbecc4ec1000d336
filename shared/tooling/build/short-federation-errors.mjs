// @ts-check
/**
 * Stands in the host's build for the federation runtime's table of error texts: those that can come up
 * here. Manifests, snapshots and the runtime's own sharing are not used. 0.3 KB (brotli). The codes are
 * those of 2.9.2, which is pinned.
 */
export const runtimeDescMap = {
  'RUNTIME-002': 'The remote entry interface does not contain "init"',
  'RUNTIME-004': 'Failed to locate remote.',
  'RUNTIME-014': 'The remote does not expose the requested module.',
  'RUNTIME-015': 'Remote container initialization failed.',
};

export const typeDescMap = {};
export const buildDescMap = {};
export const errorDescMap = runtimeDescMap;
