/** Milliseconds until the response has to be complete. */
const timeLimit = 5000;
/** Bytes. The limit is low because the ledger stores the response. */
const sizeLimit = 128 * 1024;

/**
 * Fetches data that a host asks for.
 * @throws Error if the response is not JSON, or exceeds a limit
 */
export async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeLimit) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Bytes are counted while they arrive, since a compressed response can expand to gigabytes.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > sizeLimit) throw new Error(`${url} answered more than ${sizeLimit} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
