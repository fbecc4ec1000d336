import styles from './Scallop.module.css';

interface ScallopProps {
  /** `awning`: striped cloth that overlaps the next element. `edge`: the lower edge of a surface. */
  readonly kind?: 'awning' | 'edge';
  readonly className?: string | undefined;
}

/** A decorative scalloped edge, as wide as its container. */
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
