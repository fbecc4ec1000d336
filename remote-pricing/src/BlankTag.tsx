import styles from './PlanTag.module.css';

/** A tag with nothing written on it yet, as large as the one that takes its place. */
export function BlankTag() {
  return (
    <div className={`${styles.tag} ${styles.blank}`} aria-hidden="true">
      <i className={styles.icon} />
      <i className={styles.name} />
      <i className={styles.prices} />
      <i className={styles.features} />
      <i className={styles.action} />
    </div>
  );
}
