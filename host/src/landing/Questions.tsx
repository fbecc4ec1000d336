import { questionsId } from '../site/site';
import styles from './Questions.module.css';

/* No answer promises what the site does not show: the tags, the form and the card say the rest. */
const questions = [
  [
    'Is there a free plan?',
    'Yes. It hangs first on the rail, under “try it for FREE”, with its price and all it holds.',
  ],
  [
    'Do I need a card to start?',
    'Not to sign up. The form asks for your name, your email and a password, and for nothing else.',
  ],
  [
    'Can I use my own domain?',
    'Read the tags. A plan that comes with your own domain says so on its own.',
  ],
  [
    'What if I want to leave?',
    'Each price says what it is for: a month, or a year. How leaving works is a fair thing to ask before you come. Write it on the card below.',
  ],
] as const;

/** What a first-time visitor asks about the tags. */
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
