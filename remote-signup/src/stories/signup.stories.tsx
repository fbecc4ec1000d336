/* Stories of the sign-up remote, for `npm run stories`. They are not part of a release. */
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { siteLinks } from '@shopwright/shared/contracts/site-links';
import type { StoryGroup } from '@shopwright/shared/stories/story';
import { SignUpForm } from '../SignUpForm';
import { SubmitRow } from '../SubmitRow';
import { phases } from '../useCreateAccount';
import { ada } from './ada';
import { findProblems, signUpFormOptions, type SignUpValues } from '../sign-up-problems';

/** @param sent whether to show the problems of the values, as after a submit */
function Form({ values, sent }: { readonly values: Partial<SignUpValues>; readonly sent?: true }) {
  const form = useForm<SignUpValues>({ ...signUpFormOptions, defaultValues: values });
  const { setError } = form;
  useEffect(() => {
    if (!sent) return;
    for (const [name, message] of Object.entries(findProblems(values))) {
      setError(name as keyof SignUpValues, { message });
    }
  }, [sent, setError, values]);
  return (
    <div style={{ padding: '1rem' }}>
      <SignUpForm form={form} signIn={siteLinks().signIn} />
    </div>
  );
}

const differing = { ...ada, repeatPassword: 'engine' };
const weak = { ...ada, password: 'password', repeatPassword: 'password' };

/** The form in its states. They are in frames, because the ids of the fields must be unique in a page. */
const forms: StoryGroup = {
  title: 'Forms',
  widths: [360, 1240],
  stories: {
    empty: <Form values={{}} />,
    'empty and sent': <Form values={{}} sent />,
    'a bad email': <Form values={{ ...ada, emailAddress: 'ada@' }} sent />,
    'passwords that differ': <Form values={differing} sent />,
    'a weak password': <Form values={weak} />,
    complete: <Form values={ada} />,
  },
};

/** The button and the line next to it, in each phase of a sign-up. */
const rows: StoryGroup = {
  title: 'Phases of a sign-up',
  stories: Object.fromEntries(
    phases.map((phase) => [
      phase,
      <SubmitRow key={phase} phase={phase} signIn={siteLinks().signIn} />,
    ]),
  ),
};

export const stories = [forms, rows];
