/*
 * Phones by Lighthouse's `benchmarkIndex`, as Chromium's own tools calibrate a processor to them (devtools-frontend,
 * front_end/panels/mobile_throttling/CalibrationController.ts).
 */

export interface Phone {
  readonly name: string;
  readonly index: number;
}

/**
 * The phone that the goals are for. Phones that sell most for less than 200 dollars have its cores: the Galaxy A16
 * (2024) has a Cortex-A76 of 2.2 GHz.
 */
export const phone: Phone = { name: 'Pixel 5', index: 1000 };

export const slowestPhone: Phone = { name: 'Moto G Power (2022)', index: 264 };

/** How the pages fare on a slower phone, and on one of twice the speed. */
export const otherPhones: readonly Phone[] = [
  slowestPhone,
  { name: 'phone of twice its speed', index: 2000 },
];

/** How many times slower a processor has to be made than this machine's. @param index of this machine */
export const slowdownTo = (phone: Phone, index: number) => Math.max(1, index / phone.index);
