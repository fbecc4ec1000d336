import styles from './Stamp.module.css';

/** The postage stamp of the contact card: the awning, postmarked. */
export function Stamp() {
  return (
    <svg aria-hidden="true" viewBox="0 0 72 84" className={styles.stamp}>
      <path className={styles.paper} d="M4 4h64v76H4z" />
      <path className={styles.butter} d="M12 12h48v60H12z" />
      <path className={styles.tomato} d="M14 26h10v14a5 5 0 0 1-10 0zM31 26h10v14a5 5 0 0 1-10 0zM48 26h10v14a5 5 0 0 1-10 0z" />
      <path className={styles.paper} d="M24 26h7v14a3.5 3.5 0 0 1-7 0zM41 26h7v14a3.5 3.5 0 0 1-7 0z" />
      <path className={styles.ink} d="M18 46h3v26h-3zM51 46h3v26h-3zM14 56h44v4H14z" />
    </svg>
  );
}
