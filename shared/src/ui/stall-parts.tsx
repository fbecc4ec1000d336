/* The colours are design tokens, so that the drawing changes with the colour scheme. */

const shade = { fill: 'var(--ink)', opacity: 0.3 };
const line = { fill: 'none', stroke: 'var(--ink)', strokeWidth: 2 };

export const posts = (
  <>
    <path fill="var(--inside)" d="M71 120h338v170H71Z" />
    <path fill="var(--wood)" d="M64 110h14v290H64zM402 110h14v290h-14z" />
    <path fill="var(--wood-dark)" d="M78 214h324v8H78z" />
  </>
);

export const counter = (
  <>
    <path fill="var(--wood)" d="M40 284h400v16H40zM52 300h376v100H52z" />
    <path fill="var(--wood-dark)" d="M52 300h376v10H52zM52 348h376v3H52z" />
  </>
);

/** A jar and books on the shelf; a plant and loaves on the counter. */
export const goods = [
  <>
    <path fill="var(--paper)" d="M100 184h34v30h-34zM104 176h26v8h-26z" />
    <path fill="var(--tomato)" d="M100 192h34v12h-34zM322 168h14v46h-14z" />
    <path fill="var(--market-green)" d="M300 172h12v42h-12z" />
    <path fill="var(--butter)" d="M312 178h10v36h-10zM336 178h10v36h-10z" />
  </>,
  <>
    <path fill="var(--tomato)" d="M104 252h44l-6 32h-32z" />
    <path fill="var(--market-green)" d="M126 252q-26-6-24-30 22 2 24 30 2-36 24-38 6 30-24 38Z" />
    <path fill="var(--butter)" d="M186 284a24 22 0 0 1 48 0zM222 284a24 22 0 0 1 48 0z" />
    <path fill="var(--paper)" d="M176 278h104l-8 6h-88z" />
  </>,
];

/** A function, so that the bundler can drop it from apps without a closed stall. */
export const shutter = () => (
  <>
    <path fill="var(--line)" d="M78 150h324v134H78z" />
    <path
      {...line}
      opacity="0.25"
      d="M78 184h324M78 200h324M78 216h324M78 232h324M78 248h324M78 264h324"
    />
    <path fill="var(--ink)" d="M216 272h48v6h-48z" />
  </>
);

/** Striped cloth with a paper lantern at each end, and the shadow of the cloth. */
export const awning = (
  <>
    <path
      {...shade}
      d="M71 150h338v40q-21-18-42 0-21-18-42 0-21-18-42 0-21-18-42 0-21-18-42 0-21-18-42 0-21-18-42 0-21-18-44 0Z"
    />
    <path
      fill="var(--tomato)"
      d="M86 66h44L100 150a28 26 0 0 1-56 0ZM174 66h44L212 150a28 26 0 0 1-56 0ZM262 66h44L324 150a28 26 0 0 1-56 0ZM350 66h44L436 150a28 26 0 0 1-56 0Z"
    />
    <path
      fill="var(--paper)"
      d="M130 66h44L156 150a28 26 0 0 1-56 0ZM218 66h44L268 150a28 26 0 0 1-56 0ZM306 66h44L380 150a28 26 0 0 1-56 0Z"
    />
    <path {...line} strokeWidth="3" opacity="0.12" d="M44 150h392" />
    <path
      fill="var(--lantern)"
      d="M44 182h24l4 14-4 16H44l-4-16zM412 182h24l4 14-4 16h-24l-4-16z"
    />
    <path
      fill="var(--ink)"
      d="M55 160h2v18h7v4H48v-4h7zM48 212h16v4H48zM423 160h2v18h7v4h-16v-4h7zM416 212h16v4h-16z"
    />
  </>
);

/** A board on the front of the counter. */
export const sign = (word: string) => (
  <>
    <path {...line} d="m196 330 44-22 44 22" />
    <path {...shade} d="M182 334h124v52H182z" />
    <path fill="var(--paper)" d="M178 328h124v52H178z" />
    <text fill="var(--ink)" textAnchor="middle" x="240" y="365">
      {word}
    </text>
  </>
);
