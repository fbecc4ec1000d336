import styles from './shapes.module.css';

/** Stands where the price cards will hang, in their size, until they are there. */
export function PricingShape() {
  return (
    <div className={styles['pricing']} data-boundary="host" aria-hidden="true">
      <div className={styles['switch']} />
      <div className={styles['card']} />
      <div className={styles['card']} />
      <div className={styles['card']} />
    </div>
  );
}

/** Stands where the sign-up form will be, in its size, until it is there. */
export function SignupShape() {
  return (
    <div className={styles['signup']} data-boundary="host">
      <h1 className={styles['title']}>Create your account</h1>
      <div className={styles['form']} aria-hidden="true" />
    </div>
  );
}
