import type { ReactNode } from 'react';
import { awning, counter, goods, posts, sign } from './stall-parts';
import styles from './Stall.module.css';

/** Pieces of the stall, in the order in which they appear. */
export const stallPieces = ['posts', 'counter', 'awning', 'goods', 'sign'] as const;
type StallPiece = (typeof stallPieces)[number];

const viewBox = '0 0 480 402';

interface StallProps {
  /** Number of pieces to show, 0 to 5. Default: all. The missing pieces are shown as a pale silhouette. */
  readonly pieces?: number;
  /** A shutter that replaces the goods. The sign then says "Closed". */
  readonly shutter?: ReactNode;
  /**
   * `true` shows the pieces one after another, in less than 1.2 s. `'each'` animates a piece when it is added. Neither
   * is animated under reduced motion.
   */
  readonly animated?: boolean | 'each';
  readonly className?: string | undefined;
}

/**
 * A decorative market stall in cut paper, made of five pieces. Its colours are design tokens, so that its lanterns are
 * lit in the dark colour scheme.
 */
export function Stall({
  pieces = stallPieces.length,
  shutter,
  animated = false,
  className,
}: StallProps) {
  // In painting order: the awning covers the goods.
  const drawings: readonly (readonly [StallPiece, readonly ReactNode[]])[] = [
    ['posts', [posts]],
    ['counter', [counter]],
    ['goods', shutter ? [shutter] : goods],
    ['awning', [awning]],
    ['sign', [sign(shutter ? 'Closed' : 'Open')]],
  ];
  const motion = animated === 'each' ? styles.arrives : animated && styles.built;
  const standing = stallPieces.slice(0, Math.max(0, pieces));
  const isUnfinished = standing.length < stallPieces.length;
  return (
    <div aria-hidden="true" className={[styles.stall, motion, className].filter(Boolean).join(' ')}>
      <svg viewBox={viewBox}>
        <path fill="var(--line-strong)" opacity="0.5" d="M26 396h428v6H26z" />
        {isUnfinished && (
          <path
            fill="var(--line)"
            d="M64 110h14v174h324V110h14v174h24v16h-12v100H52V300H40v-16h24zM86 66h308l42 84a28 26 0 0 1-56 0 28 26 0 0 1-56 0 28 26 0 0 1-56 0 28 26 0 0 1-56 0 28 26 0 0 1-56 0 28 26 0 0 1-56 0 28 26 0 0 1-56 0z"
          />
        )}
      </svg>
      {drawings
        .filter(([piece]) => standing.includes(piece))
        .flatMap(([piece, parts]) =>
          parts.map((drawing, index) => (
            <div key={`${piece} ${index}`} className={styles[piece]}>
              <svg viewBox={viewBox}>{drawing}</svg>
            </div>
          )),
        )}
    </div>
  );
}
