const { dataset } = document.documentElement;

// The container may be loaded anew; the page remembers how often "Try again" was pressed.
if (dataset['faultPresses'] === undefined) {
  let presses = 0;
  dataset['faultPresses'] = '0';
  window.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element && target.closest('button');
      if (button && button.textContent === 'Try again') presses += 1;
      dataset['faultPresses'] = String(presses);
    },
    true,
  );
}

/**
 * Whether the fault server has marked the page with this fault. It ends with the second “Try again”: the first shows
 * that it can fail again.
 */
export function has(fault: string): boolean {
  const isMarked = dataset['fault']?.endsWith(`-${fault}`) ?? false;
  return isMarked && Number(dataset['faultPresses']) < 2;
}
