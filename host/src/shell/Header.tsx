import { useRef } from 'react';
import { brand } from 'shared/brand';
import { ButtonLink } from 'shared/ui/Button';
import { Icon } from 'shared/ui/Icon';
import { routeOf } from '../routes';
import type { Visit } from '../routing/visit';
import { useSite } from '../site';
import styles from './Header.module.css';
import { useMenu } from './useMenu';
import { useSectionInView } from './useSectionInView';

const menuId = 'site-menu';

/** The same query as in Header.module.css. */
const wide = '(min-width: 48rem)';

const sections = ['features', 'pricing', 'contact'] as const;
const sectionNames = { features: 'Features', pricing: 'Pricing', contact: 'Contact' };

/** A small stall: awning, counter and an open front. Decoration, since the name is beside it. */
function BrandMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32">
      <path fill="var(--wood-dark)" d="M5 12h3v17H5Zm19 0h3v17h-3Z" />
      <path fill="var(--wood-dark)" d="M3 20h26v4H3Z" />
      <path
        fill="var(--butter)"
        d="M6 3h20l4 10a4 4 0 0 1-7 2.5 4.7 4.7 0 0 1-7 0 4.7 4.7 0 0 1-7 0A4 4 0 0 1 2 13Z"
      />
      <path
        fill="var(--tomato)"
        d="M11 3 9 15.5a4 4 0 0 1-7-2.5L6 3Zm10 0 2 12.5a4.7 4.7 0 0 1-7 0V3Z"
      />
    </svg>
  );
}

/**
 * The header of every route (host/README.md, Header). The brand leads home for the mouse only: for
 * everybody else that link is called Home.
 */
export function Header({ visit }: { readonly visit: Visit }) {
  const { links } = useSite();
  const { path } = routeOf(visit.pathname);
  const inView = useSectionInView(sections, visit.pathname);
  const menu = useRef<HTMLElement>(null);
  useMenu(menu, wide, visit);
  return (
    <header className={styles.header} data-boundary="host">
      <div className={styles.bar}>
        <a className={styles.brand} href={links.home} aria-hidden="true" tabIndex={-1}>
          <BrandMark />
          {brand.name}
        </a>
        <button type="button" className={styles.menuButton} data-screen-only popoverTarget={menuId}>
          <Icon name="menu" className={styles.whenClosed} />
          <Icon name="close" className={styles.whenOpen} />
          Menu
        </button>
        <nav
          id={menuId}
          popover="auto"
          data-screen-only
          ref={menu}
          className={styles.menu}
          aria-label="Main"
        >
          <ul className={styles.links}>
            <li>
              <a href={links.home} aria-current={path === '/' ? 'page' : undefined}>
                Home
              </a>
            </li>
            {sections.map((id) => (
              <li key={id}>
                <a href={links[id]} aria-current={inView === id ? 'location' : undefined}>
                  {sectionNames[id]}
                </a>
              </li>
            ))}
            <li className={styles.account}>
              <a href={links.signIn}>SignIn</a>
            </li>
            <li>
              <ButtonLink
                className={styles.signUp}
                href={links.signUp}
                aria-current={path === '/signup' ? 'page' : undefined}
              >
                SignUp
              </ButtonLink>
            </li>
          </ul>
        </nav>
      </div>
    </header>
  );
}
