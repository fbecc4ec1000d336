import type { ComponentProps } from 'react';
import { brand } from '@shopwright/shared/brand';
import { Icon } from '@shopwright/shared/ui/Icon';
import { VisuallyHidden } from '@shopwright/shared/ui/VisuallyHidden';
import { questionsId, useSite } from '../site/site';
import { Scallop } from '@shopwright/shared/ui/Scallop';
import styles from './Footer.module.css';

/** A link whose target does not exist yet. It has no address, is not focusable, and is announced as disabled. */
function PlaceholderLink({ className, children }: ComponentProps<'a'>) {
  return (
    // Without an address, the element has no implicit role.
    // oxlint-disable-next-line jsx-a11y/anchor-is-valid, jsx-a11y/no-redundant-roles
    <a role="link" aria-disabled="true" className={className}>
      {children}
    </a>
  );
}

/** A list of links by name, each with an address or as a placeholder. */
const linkList = (heading: string, links: Readonly<Record<string, string | undefined>>) => (
  <nav aria-label={heading}>
    <h2 className={styles.heading}>{heading}</h2>
    <ul>
      {Object.entries(links).map(([name, href]) => (
        <li key={name}>
          {href === undefined ? (
            <PlaceholderLink className={styles.placeholder}>{name}</PlaceholderLink>
          ) : (
            <a className={styles.link} href={href}>
              {name}
            </a>
          )}
        </li>
      ))}
    </ul>
  </nav>
);

/** Drawn for this site, on the same grid and in the same weight as the other icons. */
const socialNetworks = {
  Facebook: 'M16 4h-1q-4 0-4 4v12M8 12h8',
  Instagram:
    'M8 4h8q4 0 4 4v8q0 4-4 4H8q-4 0-4-4V8q0-4 4-4ZM12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM17 7v.1',
  X: 'M4 4h4l12 16h-4ZM4 20l7-7M20 4l-7 7',
  YouTube: 'M7 5h10q4 0 4 4v6q0 4-4 4H7q-4 0-4-4V9q0-4 4-4ZM10 9v6l5-3Z',
};

const social = (
  <ul className={styles.social}>
    {Object.entries(socialNetworks).map(([name, drawing]) => (
      <li key={name}>
        <PlaceholderLink className={styles.placeholder}>
          <svg role="img" aria-label={name} viewBox="0 0 24 24">
            <path d={drawing} />
          </svg>
        </PlaceholderLink>
      </li>
    ))}
  </ul>
);

/**
 * The badges are inlined: a browser lays out each SVG file as a document, which takes a phone as long as the footer.
 */
const appStores = [
  [
    'Download on the',
    'App Store',
    'M22 10q-1-4 4-6 0 5-4 6Zm8 4q-5 5 1 11-6 14-16 7-9-10-4-18 5-5 11-1 6-2 8 1Z',
  ],
  ['Get it on', 'Google Play', 'M12 8q1-2 4 0l20 11q3 2 0 4l-20 11q-3 2-4 0Z'],
] as const;

const badges = (
  <ul className={styles.badges}>
    {appStores.map(([verb, store, drawing]) => (
      <li key={store}>
        <PlaceholderLink>
          <svg
            role="img"
            aria-label={`${verb} ${store}`}
            viewBox="0 0 162 48"
            className={styles.badge}
          >
            <path d={drawing} />
            <text x="46" y="18" fontSize="11">
              {verb}
            </text>
            <text x="46" y="37" fontSize="19" fontWeight="600" textLength="104">
              {store}
            </text>
          </svg>
        </PlaceholderLink>
      </li>
    ))}
  </ul>
);

/** The footer of every route (host/README.md, "Footer"). */
export function Footer() {
  const { links } = useSite();
  return (
    <footer className={styles.footer} data-boundary="host">
      <Scallop kind="edge" />
      <div className={styles.columns} data-screen-only>
        <div className={styles.brand}>
          <p className={styles.promise}>{brand.promise}</p>
          {social}
        </div>
        {linkList('Useful links', {
          Home: links.home,
          'About Us': undefined,
          Services: undefined,
          Blog: undefined,
          Contact: links.contact,
        })}
        {linkList('Product help', {
          FAQ: links.pricing === null ? undefined : `${links.home}#${questionsId}`,
          'Privacy Policy': links.privacyPolicy,
          Support: undefined,
          'Terms & Conditions': links.terms,
          Contact: links.contact,
        })}
        {badges}
      </div>
      <p className={styles.copyright}>
        © {brand.copyrightYear} {brand.name}
      </p>
      {/* A link, because it also works without scripts and before they run. */}
      <div className={styles.rail} data-screen-only>
        <a id="scrollUp" className={styles.scrollUp} href="#top" title="Scroll To Top">
          <Icon name="arrow-up" />
          <VisuallyHidden>Scroll To Top</VisuallyHidden>
        </a>
      </div>
    </footer>
  );
}
