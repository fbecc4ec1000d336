import { useState, type SubmitEvent, type SyntheticEvent } from 'react';
import { signUpLimits } from '@shopwright/shared/contracts/sign-up';
import { Button } from '@shopwright/shared/ui/Button';
import { Field, tooLong } from '@shopwright/shared/ui/Field';
import styles from './Contact.module.css';
import stamp from './img/stamp.svg';
import { NeedsScripts } from './NeedsScripts';

/** Messages for empty fields, in the order of the fields. */
export const missingMessages = {
  name: 'Enter your name.',
  email: 'Enter your email.',
  subject: 'Enter a subject.',
  message: 'Enter a message.',
} as const;

/** The maximum length of each field, in UTF-16 code units. */
const limits = {
  name: signUpLimits.firstName + signUpLimits.lastName,
  email: signUpLimits.emailAddress,
  subject: 200,
  message: 5000,
} as const;

type ContactField = keyof typeof missingMessages;

export const contactFields = Object.keys(missingMessages) as readonly ContactField[];

type Problems = Readonly<Partial<Record<ContactField, string>>>;

/** Returns the problems of the fields, in the order of the fields. A field with only spaces counts as empty. */
function problemsIn(form: HTMLFormElement): Problems {
  const contents = new FormData(form);
  const problems: Partial<Record<ContactField, string>> = {};
  for (const field of contactFields) {
    const text = contents.get(field);
    const length = typeof text === 'string' ? text.trim().length : 0;
    if (length === 0) problems[field] = missingMessages[field];
    else if (length > limits[field]) problems[field] = tooLong(limits[field]);
  }
  return problems;
}

/** Returns the state of the contact form and its event handlers. */
function useContactForm() {
  const [problems, setProblems] = useState<Problems>({});
  const [thanked, setThanked] = useState(false);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const current = problemsIn(form);
    const [first] = Object.keys(current);
    setProblems(current);
    setThanked(first === undefined);
    if (first === undefined) {
      console.log(Object.fromEntries(new FormData(form)));
      form.reset();
    } else form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  /** Removes the messages of fields that have become valid. Adds none while the visitor is typing. */
  function clearMessages(event: SyntheticEvent<HTMLFormElement>) {
    const remainingProblems = problemsIn(event.currentTarget);
    setProblems((before) =>
      Object.fromEntries(Object.entries(remainingProblems).filter(([field]) => field in before)),
    );
    setThanked(false);
  }

  return { problems, thanked, submit, clearMessages };
}

/** The contact form (host/README.md, "Contact form"). */
export function Contact() {
  const { problems, thanked, submit, clearMessages } = useContactForm();
  const field = (name: ContactField) => ({
    name,
    required: true,
    limit: limits[name],
    error: problems[name],
  });

  return (
    <section
      id="contact"
      aria-labelledby="contact-title"
      className={styles.contact}
      data-screen-only
    >
      <div className={styles.page}>
        <h2 id="contact-title">Talk to us.</h2>
        <p className={styles.lead}>
          A question about a plan, or about the shop you have in mind? Write it on the card.
        </p>
        {/* Outside a dialog, `dialog` sends nothing: a submit before hydration does not change the URL. */}
        <form
          method="dialog"
          noValidate
          className={styles.card}
          onSubmit={submit}
          onInput={clearMessages}
        >
          <img className={styles.stamp} loading="lazy" src={stamp} alt="" width="132" height="92" />
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
