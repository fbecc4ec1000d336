import { useState, type SubmitEvent, type SyntheticEvent } from 'react';
import { Button } from 'shared/ui/Button';
import { Field } from 'shared/ui/Field';
import { missingFields, missingMessages, readContact, type ContactField } from './contact-rules';
import styles from './Contact.module.css';
import { NeedsScripts } from './NeedsScripts';
import { Stamp } from './Stamp';

/**
 * The contact form (specification sections 4 and 5): four required fields; a valid submit logs the values
 * and resets the form, and makes no call.
 */
export function Contact() {
  const [missing, setMissing] = useState<readonly ContactField[]>([]);
  const [thanked, setThanked] = useState(false);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = readContact(form);
    const found = missingFields(values);
    setMissing(found);
    setThanked(found.length === 0);
    if (found[0] !== undefined) {
      form.querySelector<HTMLElement>(`[name="${found[0]}"]`)?.focus();
      return;
    }
    console.log(values);
    form.reset();
  }

  /** An error leaves as soon as it is mended; none appears while someone types. */
  function typed(event: SyntheticEvent<HTMLFormElement>) {
    const still = missingFields(readContact(event.currentTarget));
    setMissing((before) => before.filter((field) => still.includes(field)));
    setThanked(false);
  }

  const field = (name: ContactField) => ({
    name,
    required: true,
    error: missing.includes(name) ? missingMessages[name] : undefined,
  });

  return (
    <section id="contact" aria-labelledby="contact-title" className={styles.contact}>
      <div className={styles.page}>
        <h2 id="contact-title">Talk to us.</h2>
        <p className={styles.lead}>
          A question about a plan, or about the shop you have in mind? Write it on the card.
        </p>
        {/* `dialog` outside a dialog goes nowhere: a submit before hydration leaves the address alone. */}
        <form method="dialog" noValidate className={styles.card} onSubmit={submit} onInput={typed}>
          <Stamp />
          <div className={styles.sender}>
            <Field label="Name" autoComplete="name" {...field('name')} />
            <Field label="Email" type="email" autoComplete="email" {...field('email')} />
            <Field label="Subject" {...field('subject')} />
          </div>
          <div className={styles.message}>
            <Field label="Message" multiline {...field('message')} />
            <div className={styles.end}>
              <Button type="submit">Send</Button>
              <p role="status" className={styles.status}>
                {thanked && 'Thank you.'}
              </p>
            </div>
            <NeedsScripts />
          </div>
        </form>
      </div>
    </section>
  );
}
