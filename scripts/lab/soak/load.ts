import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';

const report = v.object({
  requests: v.number(),
  perSecond: v.number(),
  /** Milliseconds. */
  p50: v.number(),
  p99: v.number(),
  /** Connections that broke or timed out. */
  errors: v.number(),
  timeouts: v.number(),
  /** Answers with another status than 2xx. */
  non2xx: v.number(),
});

export type LoadReport = v.InferOutput<typeof report>;

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Requests, or null for as many as come through. */
  readonly perSecond: number | null;
  /** Asked for in turn by every connection. */
  readonly paths: readonly string[];
}

/** Puts a site under load from a process of its own. */
export async function putUnderLoad(load: Load): Promise<LoadReport> {
  const program = path.join(import.meta.dirname, 'load-program.ts');
  const parameters = ['--import', 'tsx', program, JSON.stringify(load)];
  const { stdout } = await promisify(execFile)(process.execPath, parameters);
  return v.parse(report, JSON.parse(stdout));
}
