/* Drawings of 360 by 220, in fills of the tokens, so that they change with the colour scheme. */

const shade = { fill: 'var(--ink)', opacity: 0.22 };
const line = {
  fill: 'none',
  stroke: 'var(--ink)',
  strokeWidth: 4,
  strokeLinecap: 'round',
} as const;

/** A store in a window: awning, three things for sale, and the way to buy them. */
export const storeArt = (
  <>
    <path {...shade} d="M78 40h216a10 10 0 0 1 10 10v170H68V50a10 10 0 0 1 10-10Z" />
    <path fill="var(--paper)" d="M72 34h216a10 10 0 0 1 10 10v176H62V44a10 10 0 0 1 10-10Z" />
    <path
      fill="var(--tomato)"
      d="M62 56h34v24a17 17 0 0 1-34 0zM130 56h33v24a16 16 0 0 1-33 0zM197 56h33v24a16 16 0 0 1-33 0zM264 56h34v24a17 17 0 0 1-34 0z"
    />
    <path {...line} d="M62 56h236" />
    <path fill="var(--butter)" d="M82 118h60v56H82zM218 118h60v56h-60z" />
    <path fill="var(--market-green)" d="M150 118h60v56h-60z" />
    <path fill="var(--ink)" d="M98 140h22v20a6 6 0 0 1-6 6h-10a6 6 0 0 1-6-6zM234 132h28v34h-28z" />
    <path fill="var(--paper)" d="M180 134a16 16 0 0 1 0 32 16 16 0 0 1 0-32Z" />
    <path {...line} d="M82 188h34M150 188h34M218 188h34M120 146q10 0 8 7t-8 5" />
    <path fill="var(--market-green)" d="M82 202h196v18H82z" />
  </>
);

/** A question and its answer, across the counter. */
export const counterArt = (
  <>
    <path
      {...shade}
      d="M54 40h146a12 12 0 0 1 12 12v44a12 12 0 0 1-12 12H98l-26 24v-24H54a12 12 0 0 1-12-12V52a12 12 0 0 1 12-12Z"
    />
    <path
      fill="var(--paper)"
      d="M48 34h146a12 12 0 0 1 12 12v44a12 12 0 0 1-12 12H92l-26 24v-24H48a12 12 0 0 1-12-12V46a12 12 0 0 1 12-12Z"
    />
    <path {...line} d="M58 58h124M58 78h78" />
    <path {...shade} d="M204 108h120v56h-18v24l-26-24h-76z" />
    <path
      fill="var(--butter)"
      d="M198 90h114a12 12 0 0 1 12 12v42a12 12 0 0 1-12 12h-14v26l-26-26h-74a12 12 0 0 1-12-12v-42a12 12 0 0 1 12-12Z"
    />
    <path
      fill="var(--ink)"
      d="M222 116a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM255 116a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM288 116a7 7 0 1 1 0 14 7 7 0 0 1 0-14Z"
    />
    <path fill="var(--wood)" d="M0 198h360v22H0z" />
  </>
);

/** A strongbox, shut. */
export const strongboxArt = (
  <>
    <path fill="var(--paper)" d="m120 36 86-12 12 80-86 12z" />
    <path fill="var(--butter)" d="m176 30 78 14-14 78-78-14z" />
    <path {...line} d="m138 54 34-5m6 0 54 10m-57 6 40 7" />
    <path {...shade} d="M88 98h196v106H88z" />
    <path fill="var(--ink)" d="M80 90h200v108H80z" />
    <path fill="var(--wood)" d="M80 90h200v12H80zM80 134h200v8H80z" />
    <path fill="var(--paper)" d="M154 128h52v48a8 8 0 0 1-8 8h-36a8 8 0 0 1-8-8z" />
    <path fill="var(--ink)" d="M180 140a8 8 0 0 1 4 15v15h-8v-15a8 8 0 0 1 4-15Z" />
    <path {...line} stroke="var(--paper)" strokeWidth="9" d="M164 128v-8a16 16 0 0 1 32 0v8" />
    <path fill="var(--wood)" d="M0 198h360v22H0z" />
  </>
);
