import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './Button.module.css';

/** Weights of a button. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet';

interface Looks {
  /** One `primary` per view; `quiet` reads as a link. Default: `primary`. */
  readonly kind?: ButtonKind;
}

/** The class names of a button, for a link of the router that looks like one. */
export const buttonClass = (kind: ButtonKind, more?: string) =>
  [styles.button, styles[kind], more].filter(Boolean).join(' ');

/**
 * A button. While its action is under way give it `aria-disabled`, and ignore the press. It takes no `disabled`: the
 * focus would be lost, and Firefox restores it after a reload, which React does not patch as it hydrates.
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

/** A link that looks like a button; nothing where there is no address. */
export const ButtonLink = ({ kind = 'primary', href, children }: ButtonLinkProps) =>
  href !== null && (
    <a href={href} className={buttonClass(kind)}>
      {children}
    </a>
  );
