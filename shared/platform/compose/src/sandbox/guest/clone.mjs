import { eventGlobals } from './events.mjs';

const { DOMException } = eventGlobals;

/** An empty value of the same kind, to be filled afterwards. */
function emptyLike(value) {
  if (Array.isArray(value)) return new Array(value.length);
  if (value instanceof Map) return new Map();
  if (value instanceof Set) return new Set();
  if (value instanceof Error) {
    const kind = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
    return Object.assign(new (kind[value.name] ?? Error)(value.message), { stack: value.stack });
  }
  return {};
}

function copy(value, seen) {
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new DOMException(`${String(value)} could not be cloned.`, 'DataCloneError');
  }
  if (Object(value) !== value) return value;
  if (seen.has(value)) return seen.get(value);
  const again = (part) => copy(part, seen);
  const keep = (clone) => {
    seen.set(value, clone);
    return clone;
  };
  if (value instanceof Date) return keep(new Date(value.getTime()));
  if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
  if (value instanceof ArrayBuffer) return keep(value.slice(0));
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength, length = byteLength } = value;
    return keep(new value.constructor(again(buffer), byteOffset, length));
  }
  const clone = keep(emptyLike(value));
  if (value instanceof Map) for (const [key, part] of value) clone.set(again(key), again(part));
  if (value instanceof Set) for (const part of value) clone.add(again(part));
  if (value instanceof Error) return clone;
  for (const key of Object.keys(value)) clone[key] = again(value[key]);
  return clone;
}

/** A deep copy of data. Nothing is transferred, since no thread could take it. */
export const structuredClone = (value) => copy(value, new Map());
