// Kept in a constant: under jest each use of a global is slow, and simulations draw millions of numbers.
const { imul } = Math;

/** Mulberry32: numbers from 0 to 1, the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = imul(a ^ (a >>> 15), 1 | a);
    t = (t + imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
