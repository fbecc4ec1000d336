import { Scallop } from 'shared/ui/Scallop';
import { createIsland } from '../hydration/island';
import { RemoteSlot } from '../remotes/RemoteSlot';
import { remoteIds, remotes } from '../remotes/table';
import styles from './LandingPage.module.css';

const loadStill = () => import(/* webpackChunkName: "landing" */ './still-sections');
const loadForms = () => import(/* webpackChunkName: "forms" */ './forms');

const Welcome = createIsland('welcome', 'never', async () => (await loadStill()).Welcome);
const Features = createIsland('features', 'never', async () => (await loadStill()).Features);
const Subscribe = createIsland('subscribe', 'interest', async () => (await loadForms()).Subscribe);
const Contact = createIsland('contact', 'interest', async () => (await loadForms()).Contact);

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
