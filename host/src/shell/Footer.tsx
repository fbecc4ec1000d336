import type { ComponentProps } from 'react';
import { brand } from '@shopwright/shared/brand';
import { Icon } from '@shopwright/shared/ui/Icon';
import { VisuallyHidden } from '@shopwright/shared/ui/VisuallyHidden';
import { useSite } from '../site/site';
import appStore from './img/badges/app-store.svg';
import googlePlay from './img/badges/google-play.svg';
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

const badges = { 'Download on the App Store': appStore, 'Get it on Google Play': googlePlay };

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
          {Object.entries(badges).map(([name, image]) => (
            <li key={name}>
              <PlaceholderLink>
                <img src={image} alt={name} width="162" height="48" loading="lazy" />
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
