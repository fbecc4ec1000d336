import { ButtonLink } from '@shopwright/shared/ui/Button';
import { Stall } from '@shopwright/shared/ui/Stall';
import { shutter } from '@shopwright/shared/ui/stall-parts';
import { useSite } from '../site/site';
import styles from './NotFoundPage.module.css';

/** The page of every address that no route has. */
export function NotFoundPage() {
  const { links } = useSite();
  const ways = [
    ['Front page', links.home],
    ['See prices', links.pricing],
    ['Open your shop', links.signUp],
  ] as const;
  return (
    <div className={styles.page} data-boundary="host">
      <div className={styles.text}>
        <h1>Nobody trades at this address.</h1>
        <p>
          The page may have moved, or the address has a letter wrong. The rest of the market is
          open.
        </p>
        <ul className={styles.ways}>
          {ways
            .filter(([, href]) => href !== null)
            .map(([text, href], index) => (
              <li key={text}>
                <ButtonLink kind={index === 0 ? 'primary' : 'secondary'} href={href}>
                  {text}
                </ButtonLink>
              </li>
            ))}
        </ul>
      </div>
      <Stall shutter={shutter()} className={styles.stall} />
    </div>
  );
}
