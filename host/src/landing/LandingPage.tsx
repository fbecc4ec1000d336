import { Scallop } from 'shared/ui/Scallop';
import { createIsland } from '../hydration/island';
import { RemoteSlot } from '../remotes/RemoteSlot';
import { remoteIds, remotes } from '../remotes/table';
import styles from './LandingPage.module.css';

/* Two chunks: the sections that are never hydrated, and the forms. */
const Welcome = createIsland('welcome', 'never', () =>
  import(/* webpackChunkName: "landing" */ './Welcome').then((module) => module.Welcome),
);
const Features = createIsland('features', 'never', () =>
  import(/* webpackChunkName: "landing" */ './Features').then((module) => module.Features),
);
const Subscribe = createIsland('subscribe', 'on-interaction', () =>
  import(/* webpackChunkName: "forms" */ './Subscribe').then((module) => module.Subscribe),
);
const Contact = createIsland('contact', 'on-interaction', () =>
  import(/* webpackChunkName: "forms" */ './Contact').then((module) => module.Contact),
);

/** The landing page: welcome, features, the sections of remotes, subscribe, contact. */
export function LandingPage() {
  return (
    <div data-boundary="host">
      <Welcome />
      <Features />
      {remoteIds.map(
        (id) =>
          remotes[id].section !== undefined && (
            <section key={id} id={remotes[id].section} className={styles.remote}>
              <Scallop />
              <div className={styles.shelf}>
                <RemoteSlot id={id} />
              </div>
            </section>
          ),
      )}
      <Subscribe />
      <Contact />
    </div>
  );
}
