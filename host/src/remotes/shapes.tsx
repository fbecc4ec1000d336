import styles from './shapes.module.css';

/** Stands where the price tags will hang, as tall as they are, until they are there. */
export function PricingShape() {
  return (
    <div className={styles['pricing']} data-boundary="host" aria-hidden="true">
      <div className={styles['card']} />
      <div className={styles['card']} />
      <div className={styles['card']} />
      <div className={styles['card']} />
    </div>
  );
}

/** Stands where the sign-up form will be, as tall as its page, until it is there. */
export function SignupShape() {
  return (
    <div className={styles['signup']} data-boundary="host">
      <h1>Create your account</h1>
      <div className={styles['card']} aria-hidden="true" />
    </div>
  );
}
