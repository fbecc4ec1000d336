import type Libsql from 'libsql';

/** Every feature code that the embedded tables call can answer with; the pricing section has their words. */
export const featureCodes = [
  'PRODUCTS_10',
  'PRODUCTS_100',
  'PRODUCTS_1000',
  'PRODUCTS_UNLIMITED',
  'STAFF_1',
  'STAFF_5',
  'STAFF_UNLIMITED',
  'FREE_SUBDOMAIN',
  'CUSTOM_DOMAIN',
  'SSL',
  'SECURE_CHECKOUT',
  'LIVE_CHAT',
  'REPORTS',
  'PRIORITY_SUPPORT',
] as const;

export type FeatureCode = (typeof featureCodes)[number];

interface SeedPlan {
  readonly name: string;
  /** Minor units. */
  readonly month: number;
  /** Minor units; twelve months are the previous cost. */
  readonly year: number;
  readonly features: readonly FeatureCode[];
}

/** Names with an icon under img/pricing/. Prices in minor units. */
const free = {
  name: 'Free',
  features: ['PRODUCTS_10', 'STAFF_1', 'FREE_SUBDOMAIN', 'SSL', 'SECURE_CHECKOUT'],
} as const satisfies Partial<SeedPlan>;

const paid: readonly SeedPlan[] = [
  {
    name: 'Starter',
    month: 900,
    year: 9000,
    features: ['PRODUCTS_100', 'STAFF_1', 'CUSTOM_DOMAIN', 'SSL', 'SECURE_CHECKOUT', 'LIVE_CHAT'],
  },
  {
    name: 'Pro',
    month: 2900,
    year: 29000,
    features: [
      'PRODUCTS_1000',
      'STAFF_5',
      'CUSTOM_DOMAIN',
      'SSL',
      'SECURE_CHECKOUT',
      'LIVE_CHAT',
      'REPORTS',
    ],
  },
  {
    name: 'Business',
    month: 7900,
    year: 79000,
    features: [
      'PRODUCTS_UNLIMITED',
      'STAFF_UNLIMITED',
      'CUSTOM_DOMAIN',
      'SSL',
      'SECURE_CHECKOUT',
      'LIVE_CHAT',
      'REPORTS',
      'PRIORITY_SUPPORT',
    ],
  },
];

/** Writes the first plans into an empty database. */
export function seedPlans(database: Libsql.Database): void {
  const insertPlan = database.prepare(
    'INSERT INTO plan (period, position, name, price, previous_price) VALUES (?, ?, ?, ?, ?)',
  );
  const insertFeature = database.prepare(
    'INSERT INTO plan_feature (plan_id, position, code) VALUES (?, ?, ?)',
  );
  const add = (
    period: string,
    position: number,
    name: string,
    price: number,
    previousPrice: number,
    features: readonly FeatureCode[],
  ) => {
    const { lastInsertRowid } = insertPlan.run(period, position, name, price, previousPrice);
    features.forEach((code, index) => insertFeature.run(Number(lastInsertRowid), index, code));
  };

  add('FREE', 0, free.name, 0, 0, free.features);
  paid.forEach((plan, position) => {
    add('MONTH', position, plan.name, plan.month, plan.month, plan.features);
    add('YEAR', position, plan.name, plan.year, plan.month * 12, plan.features);
  });
}

/** What the tables call answers from a database that has just been seeded. */
export function seedTables() {
  const option = (
    id: number,
    subscriptionPlan: string,
    price: number,
    previousPrice: number,
    features: readonly FeatureCode[],
  ) => ({
    id,
    subscriptionPlan,
    cost: { price },
    previousCost: { price: previousPrice },
    feature: { features: features.map((code) => ({ code })) },
  });
  const options = paid.map(({ name, month, year, features }, position) => ({
    month: option(2 * position + 2, name, month, month, features),
    year: option(2 * position + 3, name, year, month * 12, features),
  }));
  return {
    freeOption: option(1, free.name, 0, 0, free.features),
    tables: {
      MONTH: { options: options.map(({ month }) => month) },
      YEAR: { options: options.map(({ year }) => year) },
    },
  };
}
