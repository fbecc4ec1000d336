/** The screens of the site, as host/README.md lists them. */
export interface Screen {
  readonly path: string;
  readonly heading: string;
  readonly title: string;
  /** Whose markup it is made of, besides the host's. */
  readonly remotes: readonly ('pricing' | 'signup')[];
}

export const landing: Screen = {
  path: '/',
  heading: 'Open your shop today.',
  title: 'Welcome to Shopwright: open your online shop today',
  remotes: ['pricing'],
};

export const signUp: Screen = {
  path: '/signup',
  heading: 'Create your account',
  title: 'Create your account · Shopwright',
  remotes: ['signup'],
};

export const terms: Screen = {
  path: '/terms',
  heading: 'Terms & Conditions',
  title: 'Terms & Conditions · Shopwright',
  remotes: [],
};

export const privacyPolicy: Screen = {
  path: '/privacy-policy',
  heading: 'Privacy Policy',
  title: 'Privacy Policy · Shopwright',
  remotes: [],
};

export const notFound: Screen = {
  path: '/no-such-page',
  heading: 'Nobody trades at this address.',
  title: 'Page not found · Shopwright',
  remotes: [],
};

/** The routes of the site. */
export const screens = [landing, signUp, terms, privacyPolicy] as const;
