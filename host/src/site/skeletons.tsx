import styles from './skeletons.module.css';

/** A skeleton as tall as the price tags. */
export function PricingSkeleton() {
  return (
    <div className={styles['pricing']} data-boundary="host" aria-hidden="true">
      <div className={styles['card']} />
      <div className={styles['card']} />
      <div className={styles['card']} />
      <div className={styles['card']} />
    </div>
  );
}

/** A skeleton as tall as the sign-up page, with its heading. */
export function SignupSkeleton() {
  return (
    <div className={styles['signup']} data-boundary="host">
      <h1>Create your account</h1>
      <div className={styles['card']} aria-hidden="true" />
    </div>
  );
}
