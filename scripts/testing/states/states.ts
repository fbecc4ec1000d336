import { notFound, privacyPolicy, terms, type Screen } from '../routes';
import { landingStates } from './landing';
import { signUpStates } from './sign-up';
import { failedRequest, type State } from './state';
import { storeStates } from './store';

function staticPage(name: string, { path, heading }: Screen): State {
  return {
    name,
    reach: async (page) => {
      await page.goto(path);
      await page.getByRole('heading', { name: heading }).waitFor({ state: 'attached' });
    },
  };
}

/** Every page of the site in every state: what is looked at, and what is tested for accessibility. */
export const states: readonly State[] = [
  ...landingStates,
  ...signUpStates,
  staticPage('terms', terms),
  staticPage('privacy-policy', privacyPolicy),
  { ...staticPage('not-found', notFound), console: failedRequest },
  ...storeStates,
];
