export { Contact } from './Contact';
export { Subscribe } from './Subscribe';
