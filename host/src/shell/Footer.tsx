import type { ReactNode } from 'react';
import { brand } from 'shared/brand';
import { Scallop } from 'shared/ui/Scallop';
import { useSiteLinks } from '../site';
import appStore from './img/badges/app-store.svg';
import googlePlay from './img/badges/google-play.svg';
import styles from './Footer.module.css';
import { ScrollUp } from './ScrollUp';
import { SocialIcon, socialNetworks } from './SocialIcon';

interface PlaceholderLinkProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A link whose target is not there yet: it has no address, takes no focus, and says that it is disabled. */
function PlaceholderLink({ className, children }: PlaceholderLinkProps) {
  return (
    // eslint-disable-next-line jsx-a11y/anchor-is-valid -- a link without an address is the point
    <a role="link" aria-disabled="true" className={className}>
      {children}
    </a>
  );
}

interface FooterLink {
  readonly name: string;
  /** Absent: a placeholder. */
  readonly href?: string;
}

interface FooterListProps {
  readonly heading: string;
  readonly links: readonly FooterLink[];
}

function FooterList({ heading, links }: FooterListProps) {
  return (
    <nav aria-label={heading}>
      <h2 className={styles.heading}>{heading}</h2>
      <ul>
        {links.map(({ name, href }) => (
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
}

const badges = [
  { name: 'Download on the App Store', image: appStore },
  { name: 'Get it on Google Play', image: googlePlay },
];

/** The footer of every route (host/README.md, Footer). */
export function Footer() {
  const links = useSiteLinks();
  return (
    <footer className={styles.footer} data-boundary="host">
      <Scallop kind="edge" />
      <div className={styles.columns}>
        <div className={styles.brand}>
          <p className={styles.promise}>{brand.promise}</p>
          <ul className={styles.social}>
            {socialNetworks.map((network) => (
              <li key={network}>
                <PlaceholderLink className={styles.placeholder}>
                  <SocialIcon network={network} />
                </PlaceholderLink>
              </li>
            ))}
          </ul>
        </div>
        <FooterList
          heading="Useful links"
          links={[
            { name: 'Home', href: links.home },
            { name: 'About Us' },
            { name: 'Services' },
            { name: 'Blog' },
            { name: 'Contact', href: links.contact },
          ]}
        />
        <FooterList
          heading="Product help"
          links={[
            { name: 'FAQ' },
            { name: 'Privacy Policy', href: links.privacyPolicy },
            { name: 'Support' },
            { name: 'Terms & Conditions', href: links.terms },
            { name: 'Contact', href: links.contact },
          ]}
        />
        <ul className={styles.badges}>
          {badges.map(({ name, image }) => (
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
      <ScrollUp />
    </footer>
  );
}
