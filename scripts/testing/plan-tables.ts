/** One option of a tables answer; `previousCost` is the cost itself unless it is given. */
export function option(id: number, name: string, price: unknown, previous = price) {
  return {
    id,
    subscriptionPlan: name,
    cost: { price },
    previousCost: { price: previous },
    feature: { features: [{ code: 'SSL' }, { code: 'EARLY_ACCESS' }] },
  };
}

/** What the fake subscription service answers: plans that the embedded one does not have. */
export const tables = {
  freeOption: option(1, 'Tray', 0),
  tables: {
    MONTH: { options: [option(2, 'Barrow', 1250), option(3, 'Pavilion', 4005, 5000)] },
    YEAR: { options: [option(4, 'Barrow', 12_000, 15_000), option(5, 'Pavilion', 48_060)] },
  },
};
