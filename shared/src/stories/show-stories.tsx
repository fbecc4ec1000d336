/* The page of `npm run stories`. It gets an app’s stories as an argument, and imports no app. */
import { showPage } from '../show-page';
import styles from './stories.module.css';
import { storiesById, type StoryGroup } from './story';

interface Page {
  /** The app of these components. */
  readonly title: string;
  readonly groups: readonly StoryGroup[];
  /** The stories of other apps: name, and address of the dev server. */
  readonly others?: readonly (readonly [name: string, address: string])[];
}

/** Shows every component of an app in every state, and in frames if it depends on the window's width. */
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
 * Shows an app's stories in this page, or, with `?story=<id>`, one alone.
 * @throws Error when the page has no root, or there is no such story
 */
export function showStories(page: Page): void {
  const id = new URLSearchParams(window.location.search).get('story');
  const story = id === null ? <StoriesPage {...page} /> : storiesById(page.groups).get(id);
  if (!story) throw new Error(`There is no story "${id}".`);
  showPage(story);
}
