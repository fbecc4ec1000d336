import { median } from 'simple-statistics';
import { putUnderLoad } from '../../soak/load';
import { ratioGoal } from '../findings';
import { compareRounds, formatCount, formatRatio } from '../statistics';

/** Landing pages in a second, to 50 connections. */
export async function pagesPerSecond(url: string, cookie = ''): Promise<number> {
  const headers = { 'accept-encoding': 'br', cookie };
  const { requests } = await putUnderLoad({ url: `${url}/`, duration: 3, headers });
  return requests.average;
}

/** A throughput beside another, both by rounds: cells of a table, and the goal that none is lost. */
export function compareThroughput(base: readonly number[], values: readonly number[]) {
  const ratio = compareRounds(values, base);
  return {
    cells: [formatCount(median(base)), formatCount(median(values)), formatRatio(ratio)],
    goal: (title: string) => ratioGoal(title, ratio, '≥', 0.95),
  };
}
