import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';

const observation = v.object({
  path: v.string(),
  status: v.number(),
  score: v.number(),
  grade: v.string(),
  tests: v.array(
    v.object({
      name: v.string(),
      result: v.nullable(v.string()),
      pass: v.boolean(),
      modifier: v.number(),
    }),
  ),
});

/** What Mozilla's Observatory says of one page. */
export type Observation = v.InferOutput<typeof observation>;

interface Observed {
  readonly httpPort: number;
  readonly httpsPort: number;
  readonly paths: readonly string[];
  /** PEM file of the certificate to trust. */
  readonly certificateFile: string;
}

/** Lets the Observatory look at pages of localhost over TLS. */
export async function observe({ certificateFile, ...asked }: Observed): Promise<Observation[]> {
  const program = path.join(import.meta.dirname, 'observatory.ts');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', program, JSON.stringify(asked)],
    { env: { ...process.env, NODE_EXTRA_CA_CERTS: certificateFile } },
  );
  return v.parse(v.array(observation), JSON.parse(stdout));
}
