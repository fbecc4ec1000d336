import styles from './Stall.module.css';

export const posts = (
  <>
    <path className={styles.inside} d="M71 120h338v170H71Z" />
    <path className={styles.wood} d="M64 110h14v290H64zM402 110h14v290h-14z" />
    <path className={styles.woodDark} d="M78 214h324v8H78z" />
  </>
);

export const counter = (
  <>
    <path className={styles.wood} d="M52 300h376v100H52z" />
    <path className={styles.woodDark} d="M52 300h376v10H52zM52 348h376v3H52z" />
    <path className={styles.wood} d="M40 284h400v16H40z" />
    <path className={styles.light} d="M40 284h400v4H40z" />
  </>
);

/** For sale: on the shelf a jar and books; on the counter a plant, loaves and a parcel. */
export const goods = [
  <>
    <path className={styles.paper} d="M100 184h34v30h-34zM104 176h26v8h-26z" />
    <path className={styles.tomato} d="M100 192h34v12h-34z" />
  </>,
  <>
    <path className={styles.green} d="M318 172h12v42h-12z" />
    <path className={styles.butter} d="M330 178h10v36h-10z" />
    <path className={styles.tomato} d="M340 168h14v46h-14z" />
    <path className={styles.paper} d="M354 180h10v34h-10z" />
  </>,
  <>
    <path className={styles.tomato} d="M104 252h44l-6 32h-32z" />
    <path className={styles.green} d="M126 252q-26-6-24-30 22 2 24 30 2-36 24-38 6 30-24 38Z" />
  </>,
  <>
    <path className={styles.butter} d="M186 284a24 22 0 0 1 48 0zM222 284a24 22 0 0 1 48 0z" />
    <path className={styles.paper} d="M176 278h104l-8 6h-88z" />
  </>,
  <>
    <path className={styles.paper} d="M312 236h64v48h-64z" />
    <path className={styles.green} d="M338 236h12v48h-12zM312 254h64v8h-64z" />
  </>,
];

export const shutter = (
  <>
    <path className={styles.slats} d="M78 150h324v134H78z" />
    <path
      className={styles.slatLines}
      d="M78 184h324M78 200h324M78 216h324M78 232h324M78 248h324M78 264h324"
    />
    <path className={styles.ink} d="M216 272h48v6h-48z" />
  </>
);

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

/** Striped cloth with a paper lantern at each end, and the shade it throws on what is below. */
export const awning = (
  <>
    <path
      className={styles.shade}
      d="M71 150h338v40q-21-18-42 0-21-18-42 0-21-18-42 0-21-18-42 0-21-18-42 0-21-18-42 0-21-18-42 0-21-18-44 0Z"
    />
    <path className={styles.tomato} d={every(0)} />
    <path className={styles.paper} d={every(1)} />
    <path className={styles.fold} d="M44 150h392" />
    <path className={styles.string} d="M56 160v22M424 160v22" />
    <path
      className={styles.lantern}
      d="M44 182h24l4 14-4 16H44l-4-16zM412 182h24l4 14-4 16h-24l-4-16z"
    />
    <path
      className={styles.ink}
      d="M48 178h16v4H48zM48 212h16v4H48zM416 178h16v4h-16zM416 212h16v4h-16z"
    />
  </>
);

/** A board on the counter's front, turned to its word. */
export const sign = (word: string) => (
  <>
    <path className={styles.string} d="m196 330 44-22 44 22" />
    <path className={styles.shade} d="M182 334h124v52H182z" />
    <path className={styles.paper} d="M178 328h124v52H178z" />
    <text className={styles.word} x="240" y="365">
      {word}
    </text>
  </>
);
