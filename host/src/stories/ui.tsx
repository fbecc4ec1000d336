import type { ReactElement } from 'react';
import type { StoryGroup } from 'shared/stories/story';
import { Button, ButtonLink, type ButtonKind } from 'shared/ui/Button';
import { Field } from 'shared/ui/Field';
import { Icon, type IconName } from 'shared/ui/Icon';
import { Notice } from 'shared/ui/Notice';
import { Scallop } from 'shared/ui/Scallop';
import { Stall, stallPieces } from 'shared/ui/Stall';
import styles from './stories.module.css';

const kinds: readonly ButtonKind[] = ['primary', 'secondary', 'quiet'];

/** Typed so that the compiler finds an icon that is missing here. */
const icons: Readonly<Record<IconName, ReactElement>> = {
  check: <Icon name="check" />,
  alert: <Icon name="alert" />,
  'arrow-up': <Icon name="arrow-up" />,
  'arrow-right': <Icon name="arrow-right" />,
  menu: <Icon name="menu" />,
  close: <Icon name="close" />,
  eye: <Icon name="eye" />,
  'eye-off': <Icon name="eye-off" />,
  tag: <Icon name="tag" />,
};

/** The UI parts that host and remotes share. */
export const ui: readonly StoryGroup[] = [
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
      'filled in': <Field label="First name" defaultValue="Ada" />,
      'with a hint': <Field label="Password" hint="A few words work well." />,
      'with an error': <Field label="Email" error="Enter your email." />,
      'with an error and a hint': (
        <Field label="Password" error="Choose a password." hint="A few words work well." />
      ),
      'invalid without a message': (
        <Field label="Repeat password" invalid hint="Must match the password above" />
      ),
      'with a button inside': (
        <Field label="Password" trailing={<Button kind="quiet">Show</Button>} />
      ),
      'several lines': <Field label="Message" multiline />,
      disabled: <Field label="First name" defaultValue="Ada" disabled />,
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
  { title: 'Icons', stories: icons },
  {
    title: 'Stall',
    stories: {
      ...Object.fromEntries(
        ['nothing', ...stallPieces].map((last, count) => [
          `built up to ${last}`,
          <Stall key={last} pieces={count} className={styles.small} />,
        ]),
      ),
      'shutter down': <Stall shutter className={styles.small} />,
      'building itself': <Stall animated className={styles.small} />,
    },
  },
  {
    title: 'Scallops',
    stories: { awning: <Scallop />, edge: <Scallop kind="edge" /> },
  },
];
