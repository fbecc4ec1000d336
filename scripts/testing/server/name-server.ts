import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server on loopback. */
export interface NameServer {
  readonly port: number;
  /** Name → IPv4 address; a name that is not in here does not exist. */
  readonly addresses: Map<string, string>;
  readonly close: () => void;
}

const headerLength = 12;

/** The name in a question; RFC 1035, 4.1.2: labels, each after its length. */
function readName(message: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = headerLength;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** Starts a name server over UDP whose answers hold for one second. */
export async function startNameServer(): Promise<NameServer> {
  const addresses = new Map<string, string>();
  const socket = createSocket('udp4', (message, { port, address }) => {
    const { name, end } = readName(message);
    const isForV4 = message.readUInt16BE(end) === 1;
    const found = addresses.get(name);
    const hasAnswer = found !== undefined && isForV4;
    const header = Buffer.from(message.subarray(0, headerLength));
    header.writeUInt16BE(found === undefined ? 0x8183 : 0x8180, 2);
    [1, hasAnswer ? 1 : 0, 0, 0].forEach((count, index) =>
      header.writeUInt16BE(count, 4 + index * 2),
    );
    // A pointer to the name in the question, type A, class IN, one second, four bytes.
    const record = Buffer.from([0xc0, headerLength, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4]);
    const question = message.subarray(headerLength, end + 4);
    const answer = hasAnswer ? [record, Buffer.from(found.split('.').map(Number))] : [];
    socket.send(Buffer.concat([header, question, ...answer]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, addresses, close: () => socket.close() };
}
