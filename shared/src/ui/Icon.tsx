import styles from './Icon.module.css';

/** Paths of the icons, on a 24 by 24 grid. They are drawn as strokes of width 2 in the colour of the text. */
export const drawings = {
  check: 'm5 13 4.5 4.5L19 7',
  alert: 'M12 7v6m0 3.5v.5M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  'arrow-up': 'M12 20V5m-7 7 7-7 7 7',
  'arrow-right': 'M4 12h15m-7-7 7 7-7 7',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'm6 6 12 12M18 6 6 18',
} as const;

export type IconName = keyof typeof drawings;

interface IconProps {
  readonly name: IconName;
  readonly className?: string | undefined;
}

/** A decorative icon, 1.5em square. The text beside it, or the name of its control, must say what it means. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={[styles.icon, className].filter(Boolean).join(' ')}
    >
      <path d={drawings[name]} />
    </svg>
  );
}
