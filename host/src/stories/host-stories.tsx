/*
 * What `npm run stories` shows of the host, and of what apps share (ui.tsx). Stories may import anything of
 * the app; no release holds them. Begin at the end of this file.
 */
import { useEffect, useState, type ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import type { StoryGroup } from '@shopwright/shared/stories/story';
import { toasts, type ToastContent } from '@shopwright/shared/toasts';
import { modes, newLife } from '@shopwright/shared/toasts/life-cycle';
import { Receipt } from '@shopwright/shared/toasts/Receipt';
import { Button } from '@shopwright/shared/ui/Button';
import { Contact } from '../landing/Contact';
import { Features } from '../landing/Features';
import { Subscribe } from '../landing/Subscribe';
import { Welcome } from '../landing/Welcome';
import { PrivacyPolicyPage, TermsPage } from '../pages/legal-pages';
import { NotFoundPage } from '../pages/NotFoundPage';
import type { SlotState } from '../remotes/remote-source';
import { PricingSkeleton, SignupSkeleton } from '../remotes/skeletons';
import { SlotNotice } from '../remotes/SlotNotice';
import { Footer } from '../shell/Footer';
import { Header } from '../shell/Header';
import { tokens, ui } from './ui';

const headerAt = (path: string) => (
  <MemoryRouter initialEntries={[path]}>
    <Header shownPath={path} />
  </MemoryRouter>
);

function OpenMenu() {
  useEffect(() => {
    document.querySelector<HTMLElement>('nav[popover]')?.showPopover();
  }, []);
  return <div style={{ minHeight: '24rem' }}>{headerAt('/')}</div>;
}

/** A slot that has failed and, after "Try again", comes to the given state. */
function Retry({ to }: { readonly to: SlotState }) {
  const [state, setState] = useState<SlotState>('failed');
  const retry = () => setState(to);
  const props = { state, label: 'The prices', onTryAgain: retry, onHealed: () => undefined };
  return <SlotNotice {...props} />;
}

const contents: readonly ToastContent[] = [
  {
    kind: 'success',
    title: 'Successfully Register!',
    message: 'You will be redirected to login page',
  },
  { kind: 'error', title: 'Failed to Register!', message: 'Please fill all required fields' },
];

/** A toast in each mode of its life cycle, and a button that shows a real one. */
function toastStories(content: ToastContent): [string, ReactElement][] {
  const receipts = modes.map((mode): [string, ReactElement] => {
    const id = `${content.kind}, ${mode}`;
    return [id, <Receipt key={id} toast={{ ...content, id, life: { ...newLife, mode } }} />];
  });
  const show = <Button onClick={() => toasts.show(content)}>Show it</Button>;
  return [...receipts, [`${content.kind}, on a press`, show]];
}

/** Everything that the host shows, from the tokens to whole pages. */
export const hostStories: readonly StoryGroup[] = [
  tokens,
  ...ui,
  { title: 'Toasts', stories: Object.fromEntries(contents.flatMap(toastStories)) },
  {
    title: 'Shell',
    widths: [360, 1200],
    stories: {
      'header on the landing page': headerAt('/'),
      'header on the sign-up page': headerAt('/signup'),
      footer: <Footer />,
    },
  },
  // Only small screens have one.
  { title: 'Menu', widths: [360], stories: { open: <OpenMenu /> } },
  {
    title: 'Static pages',
    widths: [1200],
    stories: {
      terms: <TermsPage />,
      'privacy policy': <PrivacyPolicyPage />,
      'page not found': <NotFoundPage />,
    },
  },
  // The forms can be sent, with fields left empty or not.
  {
    title: 'Landing page',
    widths: [360, 1200],
    stories: {
      welcome: <Welcome />,
      features: <Features />,
      subscribe: <Subscribe />,
      contact: <Contact />,
    },
  },
  {
    title: 'A remote that is away',
    stories: {
      'trying again takes for ever': <Retry to="loading" />,
      'trying again works': <Retry to="ready" />,
    },
  },
  {
    title: 'Skeletons of remotes',
    widths: [360, 1200],
    stories: { 'the prices': <PricingSkeleton />, 'the sign-up page': <SignupSkeleton /> },
  },
];
