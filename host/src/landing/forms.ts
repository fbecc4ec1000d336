import { Contact } from './Contact';
import { Subscribe } from './Subscribe';

/* The sections of the landing page that need their script with the first touch: one chunk. */
export { Contact, Subscribe };
