import { useState } from 'react';
import styles from './Gallery.module.css';
import { schemes, showScheme, type Scheme } from './messages';
import { specimenId, type Specimen, type SpecimenGroup } from './specimens';
import { Window } from './Window';

function SchemeChoice() {
  const [chosen, setChosen] = useState<Scheme>('light dark');
  return (
    <fieldset className={styles.schemes}>
      <legend>Colours</legend>
      {(Object.keys(schemes) as Scheme[]).map((scheme) => (
        <label key={scheme}>
          <input
            type="radio"
            name="scheme"
            checked={scheme === chosen}
            onChange={() => {
              setChosen(scheme);
              showScheme(scheme);
            }}
          />
          {schemes[scheme]}
        </label>
      ))}
    </fieldset>
  );
}

function Shown({
  group,
  specimen,
}: {
  readonly group: SpecimenGroup;
  readonly specimen: Specimen;
}) {
  const { name, node, window: width } = specimen;
  const address = `?specimen=${encodeURIComponent(specimenId(group, specimen))}`;
  return (
    <figure className={styles.specimen}>
      <figcaption>
        <a href={address}>{name}</a>
      </figcaption>
      {width === undefined ? (
        <div>{node}</div>
      ) : (
        <Window title={name} address={address} width={width} />
      )}
    </figure>
  );
}

export interface GalleryProps {
  /** Whose components these are. */
  readonly title: string;
  readonly groups: readonly SpecimenGroup[];
  /** Galleries of other dev servers, shown after this one: address by title. */
  readonly others?: Readonly<Record<string, string>>;
}

/** Every component of an app in every state. */
export function Gallery({ title, groups, others = {} }: GalleryProps) {
  return (
    <main className={styles.gallery}>
      {window.parent === window && <SchemeChoice />}
      <h1>{title}</h1>
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h2>{group.title}</h2>
          <div className={styles.specimens}>
            {group.specimens.map((specimen) => (
              <Shown key={specimen.name} group={group} specimen={specimen} />
            ))}
          </div>
        </section>
      ))}
      {Object.entries(others).map(([name, address]) => (
        <Window key={name} title={name} address={address} />
      ))}
    </main>
  );
}
