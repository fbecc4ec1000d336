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
  'password passwort passwd p@ssw0rd passw0rd contrasena motdepasse letmein welcome iloveyou sunshine princess ' +
  'football baseball superman batman pokemon dragon monkey shadow master michael jordan charlie ashley daniel ' +
  'jessica freedom whatever trustno secret changeme qwerty qwertz azerty asdf zxcvbn abcd 1234 5678 4321 admin ' +
  'login user hello computer internet summer winter spring autumn google facebook shopwright shop store stall market';

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
  const own = personal.flatMap((text) => text.split(/[^\p{L}\d]+/u));
  const words = [...commonWords.split(' '), ...own.filter((word) => word.length >= 3)];
  // Longer ones first, as the first that fits is taken.
  const known = words.sort((a, b) => b.length - a.length).join('|');
  const left = password
    .slice(0, judgedLength)
    // The first letter still counts: that the word is there at all has to be guessed.
    .replace(new RegExp(known, 'giu'), (word) => word.charAt(0))
    .replace(/(.{1,32}?)\1+/gsu, '$1');
  const bits = Array.from(left, bitsOf).reduce((sum, each) => sum + each, 0);
  if (bits >= limits.strong) return 'strong';
  return bits >= limits.fair ? 'fair' : 'weak';
}
