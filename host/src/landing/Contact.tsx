import { useState, type SubmitEvent, type SyntheticEvent } from 'react';
import { signUpLimits } from '@shopwright/shared/contracts/sign-up';
import { Button } from '@shopwright/shared/ui/Button';
import { Field, tooLong } from '@shopwright/shared/ui/Field';
import styles from './Contact.module.css';
import { NeedsScripts } from './NeedsScripts';

/** The fields in their order, with their messages for an empty field. */
export const missingMessages = {
  name: 'Enter your name.',
  email: 'Enter your email.',
  subject: 'Enter a subject.',
  message: 'Enter a message.',
} as const;

/** The most that each field takes, in UTF-16 code units. */
const limits = {
  name: signUpLimits.firstName + signUpLimits.lastName,
  email: signUpLimits.emailAddress,
  subject: 200,
  message: 5000,
} as const;

type ContactField = keyof typeof missingMessages;

export const contactFields = Object.keys(missingMessages) as readonly ContactField[];

type Problems = Readonly<Partial<Record<ContactField, string>>>;

/** The problems of the fields, in their order. Blanks alone count as empty. */
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

/** The stamp with its perforated edge and the stall on it, and its postmark. */
function Stamp() {
  return (
    <svg aria-hidden="true" viewBox="0 0 132 92" className={styles.stamp}>
      <path
        fill="var(--paper)"
        stroke="var(--paper)"
        strokeWidth="6"
        strokeLinecap="round"
        strokeDasharray="0 8"
        d="M55 5h72v82H55z"
      />
      <path fill="var(--butter)" d="M63 13h56v66H63z" />
      <path fill="var(--wood)" d="M70 40h4v39h-4zM108 40h4v39h-4zM66 60h50v19H66z" />
      <path fill="var(--paper)" d="m81 26-2 17a5 5 0 0 0 10 0V26zM93 26v17a5 5 0 0 0 10 0l-2-17z" />
      <path
        fill="var(--tomato)"
        d="M72 26h9l-2 17a6 6 0 0 1-12 0zM89 26h4v17a2 5 0 0 1-4 0zM101 26h9l5 17a6 6 0 0 1-12 0z"
      />
      <path
        fill="none"
        stroke="var(--line-strong)"
        strokeWidth="2.5"
        strokeLinecap="round"
        d="M6 26q8-7 16 0t16 0 16 0M6 40q8-7 16 0t16 0 16 0M6 54q8-7 16 0t16 0 16 0"
      />
    </svg>
  );
}

/** The contact form (host/README.md, Contact form). */
export function Contact() {
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

  /** A message disappears as soon as its field is right. None appears while someone types. */
  function clearMessages(event: SyntheticEvent<HTMLFormElement>) {
    const left = problemsIn(event.currentTarget);
    setProblems((before) =>
      Object.fromEntries(Object.entries(left).filter(([field]) => field in before)),
    );
    setThanked(false);
  }

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
