/** The contact form's fields in their order, and what is said where one is left empty. */
export const missingMessages = {
  name: 'Enter your name.',
  email: 'Enter your email.',
  subject: 'Enter a subject.',
  message: 'Enter a message.',
} as const;

export type ContactField = keyof typeof missingMessages;
export type ContactValues = Readonly<Record<ContactField, string>>;

export const contactFields = Object.keys(missingMessages) as readonly ContactField[];

/** Reads the four fields of the form; a field that is not there is empty. */
export function readContact(form: HTMLFormElement): ContactValues {
  const data = new FormData(form);
  const text = (field: ContactField) => {
    const value = data.get(field);
    return typeof value === 'string' ? value : '';
  };
  return {
    name: text('name'),
    email: text('email'),
    subject: text('subject'),
    message: text('message'),
  };
}

/** The fields that are missing, in order (specification section 5: all four are required). Blanks do not count. */
export function missingFields(values: ContactValues): readonly ContactField[] {
  return contactFields.filter((field) => values[field].trim() === '');
}
