// A constant, since under jest each access to a global is slow and simulations draw millions of numbers.
const { imul } = Math;

/** Returns a generator of pseudo-random numbers from 0 to 1 (Mulberry32). Equal seeds give equal numbers. */
export function randomNumbers(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = imul(a ^ (a >>> 15), 1 | a);
    t = (t + imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
