const { dataset } = document.documentElement;

// Counts the presses of "Try again" in the page, since this script may be loaded several times.
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
 * Whether the page has this fault. The fault server marks the page with it, and it ends at the second “Try again”, so
 * that the first one fails.
 */
export function hasFault(fault: string): boolean {
  const isMarked = dataset['fault']?.endsWith(`-${fault}`) ?? false;
  return isMarked && Number(dataset['faultPresses']) < 2;
}
