const { dataset } = document.documentElement;
const presses = () => Number(dataset['faultPresses']);

// The container may be loaded anew; the page remembers how often "Try again" was pressed.
if (dataset['faultPresses'] === undefined) {
  dataset['faultPresses'] = '0';
  window.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button?.textContent === 'Try again') dataset['faultPresses'] = String(presses() + 1);
    },
    true,
  );
}

/**
 * Whether the page, which the fault server has marked, has this fault. It ends with the second "Try again":
 * the first one shows that it can fail again.
 */
export function has(fault: string): boolean {
  return dataset['fault'] === fault && presses() < 2;
}
