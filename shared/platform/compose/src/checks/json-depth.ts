/** Whether a JSON value is nested deeper than `depth`, so that renderers could run out of stack. */
export function isTooDeep(value: unknown, depth = 32): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((each) => isTooDeep(each, depth - 1));
}
