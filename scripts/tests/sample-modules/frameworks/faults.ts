/** Throws in the stage that the test has selected. */
export function throwIn(stage: string): void {
  if (Reflect.get(globalThis, 'fault') === stage) throw new Error(`Thrown in ${stage}.`);
}

/** Counts the mounted modules of the page, for the test. */
export function countMounted(by: 1 | -1): void {
  const { dataset } = document.documentElement;
  dataset['standing'] = String(Number(dataset['standing'] ?? 0) + by);
}
