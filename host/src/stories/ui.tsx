import type { StoryGroup } from '@shopwright/shared/stories/story';
import { Button, ButtonLink, type ButtonKind } from '@shopwright/shared/ui/Button';
import { Field } from '@shopwright/shared/ui/Field';
import { drawings, Icon, type IconName } from '@shopwright/shared/ui/Icon';
import { Notice } from '@shopwright/shared/ui/Notice';
import { Stall, stallPieces } from '@shopwright/shared/ui/Stall';
import { Scallop } from '../shell/Scallop';
import styles from './stories.module.css';

const kinds: readonly ButtonKind[] = ['primary', 'secondary', 'quiet'];

/** The colours among the custom properties of the root, read from the page’s own styles. */
function Colours() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const names = rules.flatMap((rule) =>
    rule instanceof CSSStyleRule && rule.selectorText === ':root'
      ? [...rule.style].filter((name) => rule.style.getPropertyValue(name).includes('light-dark('))
      : [],
  );
  return (
    <ul className={styles.swatches}>
      {[...new Set(names)].map((name) => (
        <li key={name}>
          <span className={styles.swatch} style={{ background: `var(${name})` }} />
          {name}
        </li>
      ))}
    </ul>
  );
}

function Type() {
  return ['4', '3', '2', '1', '0', '-1'].map((step) => (
    <p key={step} style={{ fontSize: `var(--step-${step})`, fontFamily: 'var(--font-heading)' }}>
      Open your shop today. <small>--step-{step}</small>
    </p>
  ));
}

/** The design tokens. */
export const tokens: StoryGroup = {
  title: 'Tokens',
  stories: { Colours: <Colours />, Type: <Type /> },
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
  {
    title: 'Icons',
    stories: Object.fromEntries(
      (Object.keys(drawings) as IconName[]).map((name) => [name, <Icon key={name} name={name} />]),
    ),
  },
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
