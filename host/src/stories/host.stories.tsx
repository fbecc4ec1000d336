/*
 * Stories of the host, for `npm run stories`: the shared components and the skeletons. The gallery of faults shows an
 * unavailable remote. They are not part of a release. Start reading at the end of this file.
 */
import type { StoryGroup } from '@shopwright/shared/stories/story';
import { toasts, type ToastContent } from '@shopwright/shared/toasts';
import { Button, ButtonLink, type ButtonKind } from '@shopwright/shared/ui/Button';
import { Field } from '@shopwright/shared/ui/Field';
import { drawings, Icon, type IconName } from '@shopwright/shared/ui/Icon';
import { Notice } from '@shopwright/shared/ui/Notice';
import { Stall } from '@shopwright/shared/ui/Stall';
import { PricingSkeleton, SignupSkeleton } from '../site/skeletons';
import styles from './stories.module.css';

const kinds: readonly ButtonKind[] = ['primary', 'secondary', 'quiet'];

const messages: readonly ToastContent[] = [
  {
    kind: 'success',
    title: 'Successfully Register!',
    message: 'You will be redirected to login page',
  },
  { kind: 'error', title: 'Failed to Register!', message: 'Please fill all required fields' },
];

export const stories: readonly StoryGroup[] = [
  ...kinds.map((kind) => ({
    title: `Button, ${kind}`,
    stories: {
      ready: <Button kind={kind}>Sign Up</Button>,
      busy: (
        <Button kind={kind} aria-disabled>
          Signing up…
        </Button>
      ),
      'a link with an icon': (
        <ButtonLink kind={kind} href="#buttons">
          Sign Up <Icon name="arrow-right" />
        </ButtonLink>
      ),
    },
  })),
  {
    title: 'Fields',
    stories: {
      empty: <Field label="First name" />,
      'with a hint': <Field label="Password" hint="A few words work well." />,
      'with an error': <Field label="Email" error="Enter your email." />,
      'with an error and a hint': (
        <Field label="Password" error="Choose a password." hint="A few words work well." />
      ),
      'invalid without a message': (
        <Field label="Repeat password" invalid hint="Must match the first password" />
      ),
      'with a button inside': (
        <Field label="Password" trailing={<Button kind="quiet">Show</Button>} />
      ),
      'with too much in it': <Field label="First name" limit={2} defaultValue="Ada" />,
      'several lines': <Field label="Message" multiline />,
    },
  },
  {
    title: 'Notices',
    stories: {
      'a line': <Notice>Prices are up to date.</Notice>,
      'with an action': (
        <Notice action="Try again">The prices could not be loaded just now.</Notice>
      ),
      busy: (
        <Notice action="Trying again…" busy>
          The prices could not be loaded just now.
        </Notice>
      ),
    },
  },
  {
    title: 'Icons',
    stories: Object.fromEntries(
      (Object.keys(drawings) as IconName[]).map((name) => [name, <Icon key={name} name={name} />]),
    ),
  },
  {
    title: 'Stall',
    stories: {
      'three pieces of it': <Stall pieces={3} className={styles.small} />,
      'shutter down': <Stall shutter className={styles.small} />,
      'building itself': <Stall animated className={styles.small} />,
    },
  },
  {
    title: 'Toasts',
    stories: Object.fromEntries(
      messages.map((message) => [
        message.kind,
        <Button key={message.kind} onClick={() => toasts.show(message)}>
          Show it
        </Button>,
      ]),
    ),
  },
  {
    title: 'Skeletons of remotes',
    widths: [360, 1200],
    stories: { 'the prices': <PricingSkeleton />, 'the sign-up page': <SignupSkeleton /> },
  },
];
