import { questionsId } from '../site/site';
import styles from './Questions.module.css';

/* Answers promise only what the site also shows in the tags, in the form or on the card. */
const questions = [
  ['Is there a free plan?', 'Yes. It is the first tag, under “try it for FREE”.'],
  [
    'Do I need a card to start?',
    'Not to sign up. The form asks for your name, your email and a password.',
  ],
  ['Can I use my own domain?', 'Yes, with each plan whose tag says so.'],
  ['What if I want to leave?', 'A fair question before you come. Ask it on the card below.'],
] as const;

/** Questions that first-time visitors have about the price tags. */
export const Questions = () => (
  <section
    id={questionsId}
    aria-labelledby="questions-title"
    className={styles.questions}
    data-screen-only
  >
    <h2 id="questions-title">Before you ask.</h2>
    <div className={styles.list}>
      {questions.map(([question, answer]) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  </section>
);
