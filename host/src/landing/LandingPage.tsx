import type { ReactNode } from 'react';
import { Scallop } from 'shared/ui/Scallop';
import { createIsland } from '../hydration/island';
import styles from './LandingPage.module.css';

const loadStill = () => import(/* webpackChunkName: "landing" */ './still-sections');
const loadForms = () => import(/* webpackChunkName: "forms" */ './forms');

const Welcome = createIsland('welcome', 'never', async () => (await loadStill()).Welcome);
const Features = createIsland('features', 'never', async () => (await loadStill()).Features);
const Subscribe = createIsland('subscribe', 'interest', async () => (await loadForms()).Subscribe);
const Contact = createIsland('contact', 'interest', async () => (await loadForms()).Contact);

interface LandingPageProps {
  /** The slot of the pricing section; it brings its own heading. */
  readonly pricing: ReactNode;
}

/** The landing page (specification section 2): welcome, features, pricing, subscribe, contact. */
export function LandingPage({ pricing }: LandingPageProps) {
  return (
    <div data-boundary="host">
      <Welcome />
      <Features />
      <section id="pricing" className={styles.pricing}>
        <Scallop />
        <div className={styles.shelf}>{pricing}</div>
      </section>
      <Subscribe />
      <Contact />
    </div>
  );
}
