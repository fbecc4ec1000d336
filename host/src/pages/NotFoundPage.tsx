import { ButtonLink } from '@shopwright/shared/ui/Button';
import { Stall } from '@shopwright/shared/ui/Stall';
import { useSite } from '../site/site';
import styles from './NotFoundPage.module.css';

/** For every address that no route has. */
export function NotFoundPage() {
  const { links } = useSite();
  return (
    <div className={styles.page} data-boundary="host">
      <div className={styles.text}>
        <h1>Nobody trades at this address.</h1>
        <p>
          The page may have moved, or the address has a letter wrong. The rest of the market is
          open.
        </p>
        <ul className={styles.ways}>
          <li>
            <ButtonLink href={links.home}>Front page</ButtonLink>
          </li>
          {links.pricing !== null && (
            <li>
              <ButtonLink kind="secondary" href={links.pricing}>
                See prices
              </ButtonLink>
            </li>
          )}
          {links.signUp !== null && (
            <li>
              <ButtonLink kind="secondary" href={links.signUp}>
                Open your shop
              </ButtonLink>
            </li>
          )}
        </ul>
      </div>
      <Stall shutter className={styles.stall} />
    </div>
  );
}
