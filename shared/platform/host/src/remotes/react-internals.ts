/**
 * Part of the names of objects that React and React DOM share on their exports, and write to while they run. Whoever
 * freezes what they export has to leave these open to them.
 */
export const internals = '_INTERNALS_DO_NOT_USE_';
