import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { siteLinks } from 'shared/contracts/site-links';
import type { SpecimenGroup } from 'shared/gallery/specimens';
import { resolveSignUp } from '../resolveSignUp';
import { SignUpForm } from '../SignUpForm';
import SignupPage from '../SignupPage';
import { fieldNames, findProblems, type SignUpValues } from '../signUpRules';

const complete: SignUpValues = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  emailAddress: 'ada@example.com',
  password: 'analytical engine 1843',
  repeatPassword: 'analytical engine 1843',
};

interface FormProps {
  readonly values: Partial<SignUpValues>;
  /** The problems of the values are shown, as after a press of the button. */
  readonly sent?: boolean;
}

function Form({ values, sent = false }: FormProps) {
  const form = useForm<SignUpValues>({ defaultValues: values, resolver: resolveSignUp });
  const { setError } = form;
  useEffect(() => {
    if (!sent) return;
    const problems = findProblems(values);
    for (const name of fieldNames) {
      const type = problems[name];
      if (type) setError(name, { type });
    }
  }, [sent, setError, values]);
  return (
    <div style={{ padding: '1rem' }}>
      <SignUpForm form={form} signIn={siteLinks().signIn} />
    </div>
  );
}

const states: Readonly<Record<string, FormProps>> = {
  empty: { values: {} },
  'empty and sent': { values: {}, sent: true },
  'a bad email': { values: { ...complete, emailAddress: 'ada@' }, sent: true },
  'passwords that differ': { values: { ...complete, repeatPassword: 'engine' }, sent: true },
  'a weak password': { values: { ...complete, password: 'password', repeatPassword: 'password' } },
  complete: { values: complete },
};

/** The form in its states, each in a window, since its fields have ids; the page at two sizes. */
export const forms: SpecimenGroup = {
  title: 'Forms',
  specimens: [
    ...Object.entries(states).map(([name, props]) => ({
      name,
      window: 480,
      node: <Form {...props} />,
    })),
    { name: 'the page on a phone', window: 360, node: <SignupPage links={siteLinks()} /> },
    { name: 'the page on a desktop', window: 1240, node: <SignupPage links={siteLinks()} /> },
  ],
};
