import styles from './SocialIcon.module.css';

/** Drawn for this site, on the same grid and in the same weight as the other icons. */
const drawings = {
  Facebook: 'M14 8h2.5V4H14a3.5 3.5 0 0 0-3.5 3.5V10H8v3.5h2.5V20H14v-6.5h2.5L17 10h-3V8Z',
  Instagram:
    'M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5ZM12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM16.5 7.5v.01',
  X: 'M4 4h4l12 16h-4ZM4.5 20l6.3-6.8M19 4l-5.8 6.3',
  YouTube:
    'M6.5 5.5h11a4 4 0 0 1 4 4v5a4 4 0 0 1-4 4h-11a4 4 0 0 1-4-4v-5a4 4 0 0 1 4-4ZM10 9v6l5-3Z',
} as const;

export const socialNetworks = Object.keys(drawings) as readonly (keyof typeof drawings)[];

/** The sign of a social network, as an image that says its name. */
export function SocialIcon({ network }: { readonly network: keyof typeof drawings }) {
  return (
    <svg role="img" aria-label={network} viewBox="0 0 24 24" className={styles.icon}>
      <path d={drawings[network]} />
    </svg>
  );
}
