/**
 * A rough estimate of how hard a password is to guess. It is only advice: no rule depends on it. The code is our own
 * because it takes about 1 KB; @zxcvbn-ts/core takes 10 KB without a word list.
 */
export type Strength = 'weak' | 'fair' | 'strong';

/** Thresholds in bits: 36 are about eleven lower-case letters, 50 about fifteen (NIST SP 800-63B). */
const limits = { fair: 36, strong: 50 };

/** Number of characters that are judged. More would take time without changing the result. */
const judgedLength = 128;

/** Words that attackers try first, and words from this site's subject. */
const commonWords = (
  'password passwort passwd p@ssw0rd passw0rd contrasena motdepasse letmein welcome iloveyou sunshine princess ' +
  'football baseball superman batman pokemon dragon monkey shadow master michael jordan charlie ashley daniel ' +
  'jessica freedom whatever trustno secret changeme qwerty qwertz azerty asdf zxcvbn abcd 1234 5678 4321 admin ' +
  'login user hello computer internet summer winter spring autumn google facebook shopwright shop store stall market'
).split(' ');

/**
 * Replaces each known word by its first letter, since an attacker needs at least one guess for the word. The words may
 * contain any characters that the visitor typed, so they are not used in a regular expression.
 */
function shortenWords(text: string, known: ReadonlySet<string>): string {
  let shortened = '';
  for (let at = 0; at < text.length;) {
    shortened += text.charAt(at);
    // Skips the longest known word that starts here, or one character.
    let length = text.length - at;
    while (length > 1 && !known.has(text.slice(at, at + length).toLowerCase())) length -= 1;
    at += length;
  }
  return shortened;
}

/** Estimates the entropy of a character. Letters count less than symbols, because most letters are parts of words. */
function bitsOf(char: string): number {
  if (/\d/.test(char)) return 3.3;
  return /\p{Ll}/u.test(char) ? 3.5 : 5;
}

/**
 * Estimates the strength of a password. Neither stores nor sends it.
 * @param personal the other typed values (names, e-mail), whose words are easy to guess
 */
export function judgePassword(password: string, personal: readonly string[] = []): Strength {
  const own = personal.flatMap((text) => text.toLowerCase().split(/[^\p{L}\d]+/u));
  const known = new Set([...commonWords, ...own.filter((word) => word.length >= 3)]);
  // Also reduces each repeated sequence to one occurrence.
  const shortened = shortenWords(password.slice(0, judgedLength), known).replace(
    /(.{1,32}?)\1+/gsu,
    '$1',
  );
  const bits = Array.from(shortened, bitsOf).reduce((sum, charBits) => sum + charBits, 0);
  if (bits >= limits.strong) return 'strong';
  return bits >= limits.fair ? 'fair' : 'weak';
}
