import { useEffect, useRef, useState } from 'react';
import styles from './StoriesPage.module.css';
import { storyId, type StoryGroup } from './story';

const schemes = { 'light dark': 'As the system has it', light: 'Light', dark: 'Dark' };

interface FrameProps {
  readonly title: string;
  readonly address: string;
  /** CSS pixels. */
  readonly width: number;
  readonly scheme: string;
}

/** A story in a window of its own, as high as the story is. */
function Frame({ title, address, width, scheme }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [height, setHeight] = useState(200);
  useEffect(() => {
    const page = isLoaded ? frame.current?.contentDocument : null;
    const root = page?.getElementById('root');
    if (!page || !root) return undefined;
    page.documentElement.style.colorScheme = scheme;
    // The root, since a document is never lower than its window.
    const observer = new ResizeObserver(() => setHeight(Math.ceil(root.offsetHeight)));
    observer.observe(root);
    return () => observer.disconnect();
  }, [isLoaded, scheme]);
  return (
    <iframe
      ref={frame}
      title={`${title}, ${width} px`}
      src={address}
      loading="lazy"
      width={width}
      height={height}
      className={styles.frame}
      onLoad={() => setLoaded(true)}
    />
  );
}

export interface StoriesPageProps {
  /** Whose components these are. */
  readonly title: string;
  readonly groups: readonly StoryGroup[];
  /** The stories of other apps: address of their dev server by title. */
  readonly others?: Readonly<Record<string, string>>;
}

/** Every component of an app in every state. */
export function StoriesPage({ title, groups, others = {} }: StoriesPageProps) {
  const [scheme, setScheme] = useState('light dark');
  useEffect(() => {
    document.documentElement.style.colorScheme = scheme;
  }, [scheme]);
  return (
    <main className={styles.page}>
      <div className={styles.bar}>
        <label>
          Colours{' '}
          <select value={scheme} onChange={(event) => setScheme(event.target.value)}>
            {Object.entries(schemes).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {Object.entries(others).map(([name, address]) => (
          <a key={name} href={address}>
            Stories of {name}
          </a>
        ))}
      </div>
      <h1>{title}</h1>
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h2>{group.title}</h2>
          <div className={styles.stories}>
            {Object.entries(group.stories).map(([name, story]) => {
              const address = `?story=${encodeURIComponent(storyId(group, name))}`;
              return (
                <figure key={name} className={styles.story}>
                  <figcaption>
                    <a href={address}>{name}</a>
                  </figcaption>
                  {group.widths?.map((width) => (
                    <Frame key={width} {...{ title: name, address, width, scheme }} />
                  )) ?? <div>{story}</div>}
                </figure>
              );
            })}
          </div>
        </section>
      ))}
    </main>
  );
}
