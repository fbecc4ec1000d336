/**
 * A rough judgement of how hard a password is to guess. Advisory only: no rule depends on it. Small on
 * purpose (about 1 KB; @zxcvbn-ts/core is 10 KB before any word list).
 */
export type Strength = 'weak' | 'fair' | 'strong';

/** Bits of guessing: 36 are about eleven lower-case letters, 50 about fifteen (NIST SP 800-63B). */
const limits = { fair: 36, strong: 50 };

/** Judging more would cost time and change nothing. */
const judgedLength = 128;

/** Words that guessers try first; also what this site is about. */
const commonWords = (
  'password passwort passwd p@ssw0rd passw0rd contrasena motdepasse letmein welcome iloveyou sunshine princess ' +
  'football baseball superman batman pokemon dragon monkey shadow master michael jordan charlie ashley daniel ' +
  'jessica freedom whatever trustno secret changeme qwerty qwertz azerty asdf zxcvbn abcd 1234 5678 4321 admin ' +
  'login user hello computer internet summer winter spring autumn google facebook shopwright shop store stall market'
).split(' ');

/**
 * Replaces each known word by its first letter, which still counts, since a guesser must try the word. The words are no
 * regular expression, since somebody typed them.
 */
function shortenWords(text: string, known: ReadonlySet<string>): string {
  let left = '';
  for (let at = 0; at < text.length;) {
    left += text.charAt(at);
    // The longest match is found first.
    let length = text.length - at;
    while (length > 1 && !known.has(text.slice(at, at + length).toLowerCase())) length -= 1;
    at += length;
  }
  return left;
}

/** Letters mostly stand in words, so they are worth less than digits and signs. */
function bitsOf(char: string): number {
  if (/\d/.test(char)) return 3.3;
  return /\p{Ll}/u.test(char) ? 3.5 : 5;
}

/**
 * @param password neither kept nor sent
 * @param personal the other typed values (names, e-mail), whose words are easily guessed
 */
export function judgePassword(password: string, personal: readonly string[] = []): Strength {
  const own = personal.flatMap((text) => text.toLowerCase().split(/[^\p{L}\d]+/u));
  const known = new Set([...commonWords, ...own.filter((word) => word.length >= 3)]);
  const left = shortenWords(password.slice(0, judgedLength), known).replace(
    /(.{1,32}?)\1+/gsu,
    '$1',
  );
  const bits = Array.from(left, bitsOf).reduce((sum, each) => sum + each, 0);
  if (bits >= limits.strong) return 'strong';
  return bits >= limits.fair ? 'fair' : 'weak';
}
