import styles from './Stamp.module.css';

/** The stamp of the contact card, with the stall on it, and its postmark. */
export function Stamp() {
  return (
    <svg aria-hidden="true" viewBox="0 0 132 92" className={styles.stamp}>
      <path className={styles.sheet} d="M55 5h72v82H55z" />
      <path className={styles.butter} d="M63 13h56v66H63z" />
      <path className={styles.wood} d="M70 40h4v39h-4zM108 40h4v39h-4zM66 60h50v19H66z" />
      <path
        className={styles.paper}
        d="m81 26-2 17a5 5 0 0 0 10 0V26zM93 26v17a5 5 0 0 0 10 0l-2-17z"
      />
      <path
        className={styles.tomato}
        d="M72 26h9l-2 17a6 6 0 0 1-12 0zM89 26h4v17a2 5 0 0 1-4 0zM101 26h9l5 17a6 6 0 0 1-12 0z"
      />
      <path
        className={styles.mark}
        d="M6 26q8-7 16 0t16 0 16 0M6 40q8-7 16 0t16 0 16 0M6 54q8-7 16 0t16 0 16 0"
      />
    </svg>
  );
}
