import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './Button.module.css';

export type ButtonKind = 'primary' | 'secondary' | 'quiet';

interface Looks {
  /** Use one `primary` per view. `quiet` looks like a link. Default: `primary`. */
  readonly kind?: ButtonKind;
}

/** Returns the class names of a button, for a router link that looks like one. */
export const buttonClass = (kind: ButtonKind, more?: string) =>
  [styles.button, styles[kind], more].filter(Boolean).join(' ');

/**
 * A button. While its action is running, set `aria-disabled` and ignore clicks. It has no `disabled` prop: a disabled
 * button loses focus, and Firefox restores `disabled` after a reload, which React does not correct when it hydrates.
 */
export function Button({
  kind = 'primary',
  className,
  ...button
}: Looks & Omit<ComponentPropsWithRef<'button'>, 'disabled'>) {
  return <button type="button" {...button} className={buttonClass(kind, className)} />;
}

interface ButtonLinkProps extends Looks {
  readonly href: string | null;
  readonly children: ReactNode;
}

/** A link that looks like a button. Renders nothing if `href` is null. */
export const ButtonLink = ({ kind = 'primary', href, children }: ButtonLinkProps) =>
  href !== null && (
    <a href={href} className={buttonClass(kind)}>
      {children}
    </a>
  );
