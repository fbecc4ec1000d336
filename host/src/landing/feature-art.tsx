import { jar, loaves, plant } from '@shopwright/shared/ui/stall-parts';

/* Drawings of 360 by 220 and one of 480 by 320, in fills of the tokens, so that they change with the colour scheme. */

const shade = { fill: 'var(--ink)', opacity: 0.22 };
const line = {
  fill: 'none',
  stroke: 'var(--ink)',
  strokeWidth: 4,
  strokeLinecap: 'round',
} as const;

/** Goods with their prices, moved onto their tiles. */
const products = [
  ['translate(-126 -174) scale(2)', jar, '$6.00'],
  ['translate(76 -113) scale(1.3)', plant, '$14.00'],
  ['translate(155 -40) scale(.95)', loaves, '$4.00'],
] as const;

/** A store that somebody has put up, in its window: awning, name, three things for sale, and the way to buy them. */
export const storeArt = (
  <>
    <path {...shade} d="M48 36h400a12 12 0 0 1 12 12v272H36V48a12 12 0 0 1 12-12Z" />
    <path fill="var(--paper)" d="M40 28h400a12 12 0 0 1 12 12v280H28V40a12 12 0 0 1 12-12Z" />
    <path {...line} opacity="0.22" strokeWidth="12" d="M48 49h.1M66 49h.1M84 49h.1M128 49h224" />
    <path
      fill="var(--tomato)"
      d="M28 70h47v24a23 23 0 0 1-47 0zM122 70h47v24a23 23 0 0 1-47 0zM216 70h47v24a23 23 0 0 1-47 0zM310 70h47v24a23 23 0 0 1-47 0zM404 70h48v24a23 23 0 0 1-48 0z"
    />
    <path {...line} d="M28 70h424" />
    <path fill="var(--market-green)" d="M52 160h112v112H52z" />
    <path fill="var(--butter)" d="M184 160h112v112H184z" />
    <path fill="var(--tomato)" d="M316 160h112v112H316z" />
    <text x="52" y="146" fontSize="26" fill="var(--ink)">
      Ada’s Pantry
    </text>
    {products.map(([transform, drawing, price], index) => (
      <g key={price}>
        <g transform={transform}>{drawing}</g>
        <text x={52 + index * 132} y="302" fontSize="20" fill="var(--ink)">
          {price}
        </text>
      </g>
    ))}
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
