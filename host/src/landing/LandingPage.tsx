import { createIsland } from '@composed/host/island';
import { RemoteSlot } from '@composed/host/RemoteSlot';
import { moduleIds, modules } from '../site/modules';
import { Scallop } from '@shopwright/shared/ui/Scallop';
import { useSite } from '../site/site';
import styles from './LandingPage.module.css';

/* Two chunks: the sections that are never hydrated, and the forms. */
const loadSections = () => import(/* webpackChunkName: "landing" */ './sections-chunk');
const loadForms = () => import(/* webpackChunkName: "forms" */ './forms-chunk');
const Welcome = createIsland('welcome', 'never', async () => (await loadSections()).Welcome);
const Features = createIsland('features', 'never', async () => (await loadSections()).Features);
const Questions = createIsland('questions', 'never', async () => (await loadSections()).Questions);
const Subscribe = createIsland(
  'subscribe',
  'on-interaction',
  async () => (await loadForms()).Subscribe,
);
const Contact = createIsland('contact', 'on-interaction', async () => (await loadForms()).Contact);

/** The landing page: welcome, features, the sections of remotes, questions about prices, subscribe, contact. */
export function LandingPage() {
  const { hasRelease, links } = useSite();
  return (
    <div data-boundary="host">
      <Welcome />
      <Features />
      {moduleIds.map(
        (id) =>
          modules[id].section !== undefined &&
          hasRelease(id) && (
            <section key={id} id={modules[id].section} className={styles.remote}>
              <Scallop />
              <div className={styles.shelf}>
                <RemoteSlot id={id} />
              </div>
            </section>
          ),
      )}
      <div className={styles.rest}>
        {links.pricing !== null && <Questions />}
        <Subscribe />
        <Contact />
      </div>
    </div>
  );
}
