import { useState, type SubmitEvent } from 'react';
import { Button } from '@shopwright/shared/ui/Button';
import { Field } from '@shopwright/shared/ui/Field';
import { Scallop } from '@shopwright/shared/ui/Scallop';
import { NeedsScripts } from './NeedsScripts';
import styles from './Subscribe.module.css';

/** The subscribe box, without any validation (host/README.md, "Subscribe form"). */
export function Subscribe() {
  const [thanked, setThanked] = useState(false);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    console.log(new FormData(form).get('email'));
    form.reset();
    setThanked(true);
  }

  return (
    <section aria-labelledby="subscribe-title" data-screen-only>
      <div className={styles.band}>
        <div className={styles.page}>
          <div>
            <h2 id="subscribe-title">News from the market.</h2>
            <p className={styles.lead}>Subscribe to hear what is new.</p>
          </div>
          {/* Outside a dialog, `dialog` sends nothing: a submit before hydration does not change the URL. */}
          <form method="dialog" noValidate className={styles.form} onSubmit={submit}>
            <Field
              label="Email"
              name="email"
              type="email"
              autoComplete="email"
              onInput={() => setThanked(false)}
            />
            <Button type="submit">Subscribe</Button>
            <p role="status" className={styles.status}>
              {thanked && 'Thank you.'}
            </p>
            <NeedsScripts className={styles.noScripts} />
          </form>
        </div>
      </div>
      <Scallop kind="edge" className={styles.edge} />
    </section>
  );
}
