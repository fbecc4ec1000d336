import styles from './Scallop.module.css';

interface ScallopProps {
  /** `awning`: striped cloth hanging over what follows. `edge`: the edge of the surface it ends. */
  readonly kind?: 'awning' | 'edge';
  readonly className?: string | undefined;
}

/** The awning's scalloped edge, as wide as its container. Decoration only. */
export function Scallop({ kind = 'awning', className }: ScallopProps) {
  return (
    <div
      aria-hidden="true"
      className={[styles.scallop, kind === 'awning' && styles.awning, className]
        .filter(Boolean)
        .join(' ')}
    />
  );
}
