import styles from './BrandMark.module.css';

/** A small stall: awning, counter and an open front. Decoration, since the name is beside it. */
export function BrandMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={styles.mark}>
      <path className={styles.wood} d="M5 12h3v17H5Zm19 0h3v17h-3Z" />
      <path className={styles.wood} d="M3 20h26v4H3Z" />
      <path
        className={styles.cloth}
        d="M6 3h20l4 10a4 4 0 0 1-7 2.5 4.7 4.7 0 0 1-7 0 4.7 4.7 0 0 1-7 0A4 4 0 0 1 2 13Z"
      />
      <path
        className={styles.stripe}
        d="M11 3 9 15.5a4 4 0 0 1-7-2.5L6 3Zm10 0 2 12.5a4.7 4.7 0 0 1-7 0V3Z"
      />
    </svg>
  );
}
