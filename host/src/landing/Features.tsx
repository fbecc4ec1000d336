import counterArt from './img/counter.svg';
import storeArt from './img/store.svg';
import strongboxArt from './img/strongbox.svg';
import styles from './Features.module.css';

const features = [
  {
    name: 'Fully functional',
    text: 'A whole store from the first day. Not a page that says “coming soon”.',
    art: storeArt,
    size: { width: 480, height: 320 },
  },
  {
    name: 'Live Chat',
    text: 'A customer asks. You answer. Right across the counter.',
    art: counterArt,
    size: { width: 360, height: 220 },
  },
  {
    name: 'Secure Data',
    text: 'Yours and your customers’. It goes in the strongbox, and it stays there.',
    art: strongboxArt,
    size: { width: 360, height: 220 },
  },
] as const;

/** The three features, each with a drawing. The drawings are separate files, since none is on the first screen. */
export function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className={styles.features}>
      <div className={styles.page}>
        <h2 id="features-title">Everything behind the counter.</h2>
        <ul className={styles.list}>
          {features.map(({ name, text, art, size }) => (
            <li key={name} className={styles.feature}>
              <img loading="lazy" src={art} alt="" {...size} />
              <div className={styles.text}>
                <h3>{name}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
