import type { Resolver } from 'react-hook-form';
import { findProblems, type SignUpValues } from './signUpRules';

/** Puts the rules into the form library's terms; an error's `type` is the rule's problem. */
export const resolveSignUp: Resolver<SignUpValues> = (values) => {
  const problems = Object.entries(findProblems(values));
  if (problems.length === 0) return { values, errors: {} };
  return {
    values: {},
    errors: Object.fromEntries(problems.map(([field, type]) => [field, { type }])),
  };
};
