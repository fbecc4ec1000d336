import { useRef } from 'react';
import { brand } from 'shared/brand';
import { ButtonLink } from 'shared/ui/Button';
import { Icon } from 'shared/ui/Icon';
import { routeOf } from '../routes';
import type { Visit } from '../routing/visit';
import { useSiteLinks } from '../site';
import { BrandMark } from './BrandMark';
import styles from './Header.module.css';
import { useMenu } from './useMenu';
import { useSectionInView } from './useSectionInView';

const menuId = 'site-menu';

/** The same query as in Header.module.css. */
const wide = '(min-width: 48rem)';

const sections = ['features', 'pricing', 'contact'] as const;
const sectionNames = { features: 'Features', pricing: 'Pricing', contact: 'Contact' };

/**
 * The header of every route (host/README.md, Header). The brand leads home for the mouse only: for
 * everybody else that link is called Home.
 */
export function Header({ visit }: { readonly visit: Visit }) {
  const links = useSiteLinks();
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
        <button type="button" className={styles.menuButton} popoverTarget={menuId}>
          <Icon name="menu" className={styles.whenClosed} />
          <Icon name="close" className={styles.whenOpen} />
          Menu
        </button>
        <nav id={menuId} popover="auto" ref={menu} className={styles.menu} aria-label="Main">
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
