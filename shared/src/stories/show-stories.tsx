/* The page of `npm run stories`. It receives an app’s stories as an argument and imports no app. */
import { showPage } from '../show-page';
import styles from './stories.module.css';
import { storiesById, type StoryGroup } from './story';

interface Page {
  /** Name of the app. */
  readonly title: string;
  readonly groups: readonly StoryGroup[];
  /** Links to the stories of other apps: their names and the URLs of their dev servers. */
  readonly others?: readonly (readonly [name: string, address: string])[];
}

/** Shows every story of an app. A group with `widths` is shown in frames of those widths. */
function StoriesPage({ title, groups, others = [] }: Page) {
  return (
    <main className={styles.page}>
      <p>
        {others.map(([name, address]) => (
          <a key={name} href={address}>
            Stories of {name}{' '}
          </a>
        ))}
      </p>
      <h1>{title}</h1>
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h2>{group.title}</h2>
          <div className={styles.stories}>
            {Object.entries(group.stories).map(([name, story]) => {
              const address = `?story=${encodeURIComponent(`${group.title}/${name}`)}`;
              return (
                <figure key={name} className={styles.story}>
                  <figcaption>
                    <a href={address}>{name}</a>
                  </figcaption>
                  {group.widths?.map((width) => (
                    <iframe key={width} title={name} src={address} width={width} height={640} />
                  )) ?? story}
                </figure>
              );
            })}
          </div>
        </section>
      ))}
    </main>
  );
}

/**
 * Shows all stories of an app, or only one if the URL has `?story=<id>`.
 * @throws Error if the document has no element with the id `root`, or if there is no such story
 */
export function showStories(page: Page): void {
  const id = new URLSearchParams(window.location.search).get('story');
  const story = id === null ? <StoriesPage {...page} /> : storiesById(page.groups).get(id);
  if (!story) throw new Error(`There is no story "${id}".`);
  showPage(story);
}
