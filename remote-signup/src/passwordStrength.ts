/**
 * A rough judgement of how hard a password is to guess. Advisory only: no rule depends on it. Small on
 * purpose (about 1 KB; @zxcvbn-ts/core is 10 KB before any word list).
 */
export type Strength = 'weak' | 'fair' | 'strong';

/** Bits of guessing: 36 are about eleven lower-case letters, 50 about fifteen (NIST SP 800-63B). */
const limits = { fair: 36, strong: 50 };

/** Judging more would cost time and change nothing. */
const judgedLength = 128;

/** What guessers try first; also what this site is about. */
const commonWords =
  'password passwort passwd contrasena motdepasse letmein welcome iloveyou sunshine princess football baseball ' +
  'superman batman pokemon dragon monkey shadow master michael jordan charlie ashley daniel jessica freedom ' +
  'whatever trustno secret changeme qwerty qwertz azerty asdf zxcvbn admin login user hello computer internet ' +
  'summer winter spring autumn google facebook shopwright shop store stall market';

const runs = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const reverse = (text: string): string => Array.from(text).reverse().join('');

/** Marks the characters that a guesser gets for nothing: known words, runs, repeats. */
function findGuessable(password: string, words: readonly string[]): boolean[] {
  const lower = password.toLowerCase();
  const plain = Array.from(lower, (char) => lookAlikes[char] ?? char).join('');
  const known = Array.from({ length: lower.length }, () => false);
  for (const text of [lower, plain]) {
    for (const word of words) {
      // The first letter still counts: that the word is there at all has to be guessed.
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
        known.fill(true, at + 1, at + word.length);
      }
    }
  }
  for (let at = 0; at + 4 <= lower.length; at += 1) {
    const four = lower.slice(at, at + 4);
    const isRun = runs.some((run) => run.includes(four) || run.includes(reverse(four)));
    if (isRun) known.fill(true, at + 1, at + 4);
  }
  for (const { index, 0: all, 1: once = '' } of lower.matchAll(/(.{1,32}?)\1+/gsu)) {
    known.fill(true, index + once.length, index + all.length);
  }
  return known;
}

/** Letters mostly stand in words, so they are worth less than what stands between them. */
function bitsOf(char: string): number {
  if (/\d/.test(char)) return 3.3;
  return /\p{Ll}/u.test(char) ? 3.5 : 5;
}

/**
 * @param password is only looked at: kept and sent nowhere
 * @param personal what else was typed (names, e-mail), whose words are easily guessed
 */
export function judgePassword(password: string, personal: readonly string[] = []): Strength {
  const judged = password.slice(0, judgedLength);
  const own = personal.flatMap((text) => text.toLowerCase().split(/[^\p{L}\d]+/u));
  const words = [...commonWords.split(' '), ...own.filter((word) => word.length >= 3)];
  const known = findGuessable(judged, words);
  // Split as strings are indexed, to stay in step with `known`.
  const bits = judged
    .split('')
    .reduce((sum, char, index) => sum + (known[index] ? 0.1 : bitsOf(char)), 0);
  if (bits >= limits.strong) return 'strong';
  return bits >= limits.fair ? 'fair' : 'weak';
}
