import styles from './Stall.module.css';

const stripes = 7;
const eaves = { left: 44, width: 56, y: 150 };
const ridge = { left: 86, width: 44, y: 66 };

/** One stripe: from the ridge down to the eaves, ending in a half round. */
function stripe(index: number): string {
  const top = ridge.left + index * ridge.width;
  const bottom = eaves.left + index * eaves.width;
  return `M${top} ${ridge.y}h${ridge.width}L${bottom + eaves.width} ${eaves.y}a28 26 0 0 1-${eaves.width} 0Z`;
}

const every = (start: number) =>
  Array.from({ length: stripes }, (_, index) => index)
    .filter((index) => index % 2 === start)
    .map(stripe)
    .join('');

/** Striped cloth, with the shade it throws on what is below. */
export const awning = (
  <>
    <path
      className={styles.shade}
      d="M71 150h338v40q-21-18-42 0-21-18-42 0-21-18-42 0-21-18-42 0-21-18-42 0-21-18-42 0-21-18-42 0-21-18-44 0Z"
    />
    <path className={styles.tomato} d={every(0)} />
    <path className={styles.paper} d={every(1)} />
    <path className={styles.fold} d="M44 150h392" />
  </>
);
