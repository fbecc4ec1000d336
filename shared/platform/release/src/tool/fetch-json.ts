/** Milliseconds that a response may take. */
const timeLimit = 5000;
/** Bytes that a response may have: the ledger keeps it. */
const sizeLimit = 128 * 1024;

/**
 * Fetches data that a host asks for.
 * @throws Error when there is no response in JSON
 */
export async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeLimit) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Bytes are counted as they come: a compressed response may become gigabytes.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > sizeLimit) throw new Error(`${url} answered more than ${sizeLimit} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
