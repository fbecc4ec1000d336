import { useState, type SubmitEvent, type SyntheticEvent } from 'react';
import { Button } from 'shared/ui/Button';
import { Field } from 'shared/ui/Field';
import styles from './Contact.module.css';
import { NeedsScripts } from './NeedsScripts';
import { Stamp } from './Stamp';

/** The fields in their order, and what is said where one is left empty. */
export const missingMessages = {
  name: 'Enter your name.',
  email: 'Enter your email.',
  subject: 'Enter a subject.',
  message: 'Enter a message.',
} as const;

type ContactField = keyof typeof missingMessages;

export const contactFields = Object.keys(missingMessages) as readonly ContactField[];

/** What was typed, and the fields that are left empty. Blanks do not count. */
function readForm(form: HTMLFormElement) {
  const values = Object.fromEntries(new FormData(form));
  const missing = contactFields.filter((field) => {
    const value = values[field];
    return typeof value !== 'string' || value.trim() === '';
  });
  return { values, missing };
}

/** The contact form (host/README.md, Contact form). */
export function Contact() {
  const [missing, setMissing] = useState<readonly ContactField[]>([]);
  const [thanked, setThanked] = useState(false);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { values, missing: found } = readForm(form);
    const [first] = found;
    setMissing(found);
    setThanked(first === undefined);
    if (first !== undefined) {
      form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    console.log(values);
    form.reset();
  }

  /** A message goes as soon as its field is filled in; none appears while someone types. */
  function clearMessages(event: SyntheticEvent<HTMLFormElement>) {
    const { missing: left } = readForm(event.currentTarget);
    setMissing((before) => before.filter((field) => left.includes(field)));
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
        <form
          method="dialog"
          noValidate
          className={styles.card}
          onSubmit={submit}
          onInput={clearMessages}
        >
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
