import { Contact } from './Contact';
import { Subscribe } from './Subscribe';

/* One chunk for the sections that are hydrated at the first interaction. */
export { Contact, Subscribe };
