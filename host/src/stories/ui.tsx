import type { SpecimenGroup } from 'shared/gallery/specimens';
import { Button, ButtonLink, type ButtonKind } from 'shared/ui/Button';
import { Field } from 'shared/ui/Field';
import { Icon, type IconName } from 'shared/ui/Icon';
import { Notice } from 'shared/ui/Notice';
import { Scallop } from 'shared/ui/Scallop';
import { Stall, stallPieces } from 'shared/ui/Stall';
import styles from './gallery.module.css';

const kinds: readonly ButtonKind[] = ['primary', 'secondary', 'quiet'];

/** A record, so that an icon that is added is missed here by the compiler. */
const icons: Readonly<Record<IconName, true>> = {
  check: true,
  alert: true,
  'arrow-up': true,
  'arrow-right': true,
  menu: true,
  close: true,
  eye: true,
  'eye-off': true,
  tag: true,
};

const pieceCounts = Array.from({ length: stallPieces.length + 1 }, (_, count) => count);

/** The UI parts that host and remotes share. */
export const ui: readonly SpecimenGroup[] = [
  {
    title: 'Buttons',
    specimens: kinds.flatMap((kind) => [
      { name: kind, node: <Button kind={kind}>Sign Up</Button> },
      {
        name: `${kind}, under way`,
        node: (
          <Button kind={kind} aria-disabled>
            Signing up…
          </Button>
        ),
      },
      {
        name: `${kind}, a link with an icon`,
        node: (
          <ButtonLink kind={kind} href="#buttons">
            Sign Up <Icon name="arrow-right" />
          </ButtonLink>
        ),
      },
    ]),
  },
  {
    title: 'Fields',
    specimens: [
      { name: 'empty', node: <Field label="First name" /> },
      { name: 'filled in', node: <Field label="First name" defaultValue="Ada" /> },
      { name: 'with a hint', node: <Field label="Password" hint="A few words work well." /> },
      { name: 'with an error', node: <Field label="Email" error="Enter your email." /> },
      {
        name: 'with an error and a hint',
        node: <Field label="Password" error="Choose a password." hint="A few words work well." />,
      },
      {
        name: 'invalid without words',
        node: <Field label="Repeat password" invalid hint="Must match the password above" />,
      },
      {
        name: 'with a button inside',
        node: <Field label="Password" trailing={<Button kind="quiet">Show</Button>} />,
      },
      { name: 'several lines', node: <Field label="Message" multiline /> },
      { name: 'switched off', node: <Field label="First name" defaultValue="Ada" disabled /> },
    ],
  },
  {
    title: 'Notices',
    specimens: [
      { name: 'a line', node: <Notice>Prices are up to date.</Notice> },
      {
        name: 'with an action',
        node: <Notice action="Try again">The prices could not be loaded just now.</Notice>,
      },
      {
        name: 'busy',
        node: (
          <Notice action="Trying again…" busy>
            The prices could not be loaded just now.
          </Notice>
        ),
      },
    ],
  },
  {
    title: 'Icons',
    specimens: (Object.keys(icons) as IconName[]).map((name) => ({
      name,
      node: <Icon name={name} />,
    })),
  },
  {
    title: 'Stall',
    specimens: [
      ...pieceCounts.map((pieces) => ({
        name: `${pieces} pieces`,
        node: <Stall pieces={pieces} className={styles.small} />,
      })),
      { name: 'shutter down', node: <Stall shutter className={styles.small} /> },
      { name: 'putting itself up', node: <Stall animated className={styles.small} /> },
    ],
  },
  {
    title: 'Scallops',
    specimens: [
      { name: 'awning', node: <Scallop /> },
      { name: 'edge', node: <Scallop kind="edge" /> },
    ],
  },
];
