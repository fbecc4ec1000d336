/** One option of a tables answer (specification section 3). */
function option(id: number, name: string, price: unknown) {
  return {
    id,
    subscriptionPlan: name,
    cost: { price },
    previousCost: { price },
    feature: { features: [{ code: 'SSL' }] },
  };
}

const free = option(1, 'Tray', 0);
const months = [option(2, 'Barrow', 1250), option(3, 'Pavilion', 4005)];

/** Without years and without the free option. */
export const partialTables = { tables: { MONTH: { options: months } } };

/** One good month among prices that are none. */
export const oddTables = {
  freeOption: free,
  tables: {
    MONTH: { options: [option(2, 'Barrow', 1250), option(4, 'Cart', -100), option(5, 'Van', 0.5)] },
    YEAR: { options: [option(6, 'Barrow', 'NaN'), option(7, 'Van', null), null, 7] },
  },
};

/** As many options as nobody should sell. */
export const longTables = {
  freeOption: free,
  tables: {
    MONTH: { options: Array.from({ length: 10_000 }, (_, id) => option(id, `Plan ${id}`, id)) },
    YEAR: { options: months },
  },
};
