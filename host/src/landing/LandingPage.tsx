import type { ReactNode } from 'react';
import { Scallop } from 'shared/ui/Scallop';
import { Contact } from './Contact';
import { Features } from './Features';
import styles from './LandingPage.module.css';
import { Subscribe } from './Subscribe';
import { Welcome } from './Welcome';

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
