import type { ComponentProps } from 'react';
import { brand } from '@shopwright/shared/brand';
import { Icon } from '@shopwright/shared/ui/Icon';
import { VisuallyHidden } from '@shopwright/shared/ui/VisuallyHidden';
import { useSite } from '../site/site';
import { Scallop } from '@shopwright/shared/ui/Scallop';
import styles from './Footer.module.css';

/** A link whose target is not there yet: it has no address, takes no focus, and says that it is disabled. */
function PlaceholderLink({ className, children }: ComponentProps<'a'>) {
  return (
    // A link without an address is the point, and has no role of its own.
    // oxlint-disable-next-line jsx-a11y/anchor-is-valid, jsx-a11y/no-redundant-roles
    <a role="link" aria-disabled="true" className={className}>
      {children}
    </a>
  );
}

/** A list of links, each an address by its name, or a placeholder. */
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
  Facebook: 'M14 8h2.5V4H14a3.5 3.5 0 0 0-3.5 3.5V10H8v3.5h2.5V20H14v-6.5h2.5L17 10h-3V8Z',
  Instagram:
    'M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5ZM12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM16.5 7.5v.01',
  X: 'M4 4h4l12 16h-4ZM4.5 20l6.3-6.8M19 4l-5.8 6.3',
  YouTube:
    'M6.5 5.5h11a4 4 0 0 1 4 4v5a4 4 0 0 1-4 4h-11a4 4 0 0 1-4-4v-5a4 4 0 0 1 4-4ZM10 9v6l5-3Z',
};

/** In the page itself: as a file each would be a document of its own, which costs a phone as much as the footer. */
const badges = [
  {
    words: ['Download on the', 'App Store'],
    drawing: (
      <path d="M21 10q-1-4 4-6 0 5-4 6Zm-1 2c3 0 4-2 7-1 2 0 3 1 4 3-5 3-4 9 1 11-2 5-5 9-8 7-2-1-4-1-6 0-6 3-15-17-5-21 3-1 5 1 7 1Z" />
    ),
  },
  {
    words: ['Get it on', 'Google Play'],
    drawing: (
      <>
        <path fill="var(--market-green)" d="M10 7v28l14-14Z" />
        <path fill="var(--butter)" d="m24 21 5-5 7 4q2 1 0 2l-7 4Z" />
        <path fill="var(--tomato)" d="M10 35q1 2 4 0l15-9-5-5Z" />
        <path d="M10 7q1-2 4 0l15 9-5 5Z" />
      </>
    ),
  },
] as const;

/** The footer of every route (host/README.md, Footer). */
export function Footer() {
  const { links } = useSite();
  return (
    <footer className={styles.footer} data-boundary="host">
      <Scallop kind="edge" />
      <div className={styles.columns} data-screen-only>
        <div className={styles.brand}>
          <p className={styles.promise}>{brand.promise}</p>
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
        </div>
        {linkList('Useful links', {
          Home: links.home,
          'About Us': undefined,
          Services: undefined,
          Blog: undefined,
          Contact: links.contact,
        })}
        {linkList('Product help', {
          FAQ: undefined,
          'Privacy Policy': links.privacyPolicy,
          Support: undefined,
          'Terms & Conditions': links.terms,
          Contact: links.contact,
        })}
        <ul className={styles.badges}>
          {badges.map(({ words: [verb, store], drawing }) => (
            <li key={store}>
              <PlaceholderLink>
                <svg
                  role="img"
                  aria-label={`${verb} ${store}`}
                  viewBox="0 0 162 48"
                  className={styles.badge}
                >
                  {drawing}
                  <text x="46" y="18" fontSize="11">
                    {verb}
                  </text>
                  <text x="45" y="36" fontSize="19" fontWeight="600">
                    {store}
                  </text>
                </svg>
              </PlaceholderLink>
            </li>
          ))}
        </ul>
      </div>
      <p className={styles.copyright}>
        © {brand.copyrightYear} {brand.name}
      </p>
      {/* A link, since that does its job before scripts run and without them. */}
      <div className={styles.rail} data-screen-only>
        <a id="scrollUp" className={styles.scrollUp} href="#top" title="Scroll To Top">
          <Icon name="arrow-up" />
          <VisuallyHidden>Scroll To Top</VisuallyHidden>
        </a>
      </div>
    </footer>
  );
}
