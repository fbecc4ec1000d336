import { useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { routeOf } from '@composed/host/page-routes';
import { brand, brandMark } from '@shopwright/shared/brand';
import { buttonClass } from '@shopwright/shared/ui/Button';
import { Icon } from '@shopwright/shared/ui/Icon';
import { routesOf } from '../routes';
import { useSite } from '../site/site';
import styles from '@shopwright/shared/styles/header.module.css';
import { useMenu } from './useMenu';
import { useSectionInView } from './useSectionInView';

const menuId = 'site-menu';

const sections = ['features', 'pricing', 'contact'] as const;
const names = { features: 'Features', pricing: 'Pricing', contact: 'Contact' };

/** The logo. It is hidden from screen readers, since the name is next to it. */
function BrandMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32">
      {brandMark.map(([fill, path]) => (
        <path key={fill} fill={fill} d={path} />
      ))}
    </svg>
  );
}

/** The six links. Those of the current page and of the section in view are marked. */
function Links({ shownPath }: { readonly shownPath: string }) {
  const site = useSite();
  const { home, signIn, signUp } = site.links;
  const { path } = routeOf(routesOf(site), useLocation().pathname);
  const inView = useSectionInView(sections, shownPath);
  return (
    <ul className={styles.links}>
      <li>
        <a href={home} aria-current={path === '/' ? 'page' : undefined}>
          Home
        </a>
      </li>
      {sections
        .filter((id) => site.links[id] !== null)
        .map((id) => (
          <li key={id}>
            <a
              href={site.links[id] ?? undefined}
              aria-current={inView === id ? 'location' : undefined}
            >
              {names[id]}
            </a>
          </li>
        ))}
      <li className={styles.account}>
        <a href={signIn}>SignIn</a>
      </li>
      {signUp !== null && (
        <li>
          <a
            className={buttonClass('primary', styles.signUp)}
            href={signUp}
            aria-current={path === '/signup' ? 'page' : undefined}
          >
            SignUp
          </a>
        </li>
      )}
    </ul>
  );
}

/** The header of every route (host/README.md, "Header"). */
export function Header({ shownPath }: { readonly shownPath: string }) {
  const { home } = useSite().links;
  const menu = useRef<HTMLElement>(null);
  useMenu(menu);
  return (
    <header className={styles.header} data-boundary="host">
      <div className={styles.bar}>
        <a className={styles.brand} href={home} aria-hidden="true" tabIndex={-1}>
          <BrandMark />
          {brand.name}
        </a>
        <button type="button" className={styles.menuButton} data-screen-only popoverTarget={menuId}>
          <Icon name="menu" className={styles.whenClosed} />
          <Icon name="close" className={styles.whenOpen} />
          <span>Menu</span>
        </button>
        <nav
          id={menuId}
          popover="auto"
          data-screen-only
          ref={menu}
          className={styles.menu}
          aria-label="Main"
        >
          <Links shownPath={shownPath} />
        </nav>
      </div>
    </header>
  );
}
