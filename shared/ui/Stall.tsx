import type { ReactNode } from 'react';
import { counter, goods, lanterns, posts, shutter, sign } from './stall-parts';
import { awning } from './stall-awning';
import styles from './Stall.module.css';

/** In the order in which the stall is put up. */
export const stallPieces = ['posts', 'counter', 'awning', 'goods', 'sign'] as const;
export type StallPiece = (typeof stallPieces)[number];

interface StallProps {
  /** How many pieces stand, 0 to 5. Default: all. A plan in dashes shows what is still to come. */
  readonly pieces?: number;
  /** The shutter is down and the sign says so. */
  readonly shutter?: boolean;
  /**
   * `true`: the pieces are put up one after another, in under 1.2 s. `'each'`: a piece arrives at the
   * moment it is added. Either stands finished at once under reduced motion.
   */
  readonly animated?: boolean | 'each';
  readonly className?: string | undefined;
}

/**
 * The brand's character: a market stall in cut paper, made of five pieces. Decoration only; the page's
 * words say what it means. Its colours come from the tokens, so at night its lanterns are lit.
 */
export function Stall({ pieces = stallPieces.length, shutter: closed = false, animated = false, className }: StallProps) {
  const drawings: Record<StallPiece, ReactNode> = {
    posts,
    counter,
    awning,
    goods: closed ? shutter : goods,
    sign: sign(closed ? 'Closed' : 'Open'),
  };
  const motion = animated === 'each' ? styles.arrives : animated ? styles.built : undefined;
  const standing = stallPieces.slice(0, Math.max(0, pieces));
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 480 420"
      className={[styles.stall, motion, className].filter(Boolean).join(' ')}
    >
      {standing.length < stallPieces.length && (
        <path
          className={styles.plan}
          d="M71 398V150M409 398V150M52 286h376v112H52ZM40 150 82 66h316l42 84v14H40Z"
        />
      )}
      {standing.map((piece) => (
        <g key={piece} className={styles[piece]}>
          {drawings[piece]}
          {piece === 'awning' && lanterns}
        </g>
      ))}
      <path className={styles.ground} d="M8 400h464" />
    </svg>
  );
}
