import type { SpecimenGroup } from 'shared/gallery/specimens';
import { Contact } from '../landing/Contact';
import { Features } from '../landing/Features';
import { Subscribe } from '../landing/Subscribe';
import { Welcome } from '../landing/Welcome';

const sections = { welcome: Welcome, features: Features, subscribe: Subscribe, contact: Contact };
const sizes = { 'on a phone': 360, 'on a desktop': 1200 };

/** The host's sections of the landing page. Their forms can be sent, with fields left empty or not. */
export const landing: SpecimenGroup = {
  title: 'Landing page',
  specimens: Object.entries(sections).flatMap(([name, Section]) =>
    Object.entries(sizes).map(([size, width]) => ({
      name: `${name} ${size}`,
      window: width,
      node: <Section />,
    })),
  ),
};
