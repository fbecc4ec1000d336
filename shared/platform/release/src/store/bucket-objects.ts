import type { S3 } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { BucketLocation } from '@composed/command/environment';
import { headersOf } from '@composed/contracts/headers';
import { mediaTypeOf } from '@composed/contracts/media-types';
import { createBucketError, isMissing, openClient, statusOf } from './bucket-client';
import type { StoredObject } from './store';

const maxTries = 5;

export interface BucketObject extends StoredObject {
  /** Changes with the content. */
  readonly etag: string;
}

/** The folder of objects that only servers and publishers can read. */
export const privateFolder = 'private/';

function kindOf(key: string, file: string) {
  if (key.startsWith('assets/')) return 'asset';
  return file.endsWith('.html') ? 'page' : 'root-file';
}

/** Returns the headers that a website of the bucket, or a CDN, sends with an object. */
function metadataOf(key: string, folder: string) {
  const [name = '', copy] = key.split(/\.(br|gz)$/);
  const file = name.slice(name.lastIndexOf('/') + 1);
  const headers = headersOf(kindOf(key, file), { hstsScope: null, preview: false });
  return {
    ContentType: mediaTypeOf(file),
    CacheControl: folder === privateFolder ? 'no-store' : headers['Cache-Control'],
    ContentEncoding: copy === 'gz' ? 'gzip' : copy,
  };
}

/** The objects of a bucket under a prefix. A failure is an Error with one sentence. */
export class BucketObjects {
  readonly name: string;

  /** @param folder a folder under the prefix of the location: '' or `privateFolder` */
  constructor(
    private readonly location: BucketLocation,
    private readonly s3: S3 = openClient(),
    private readonly folder = '',
  ) {
    this.name = `s3://${location.bucket}/${location.prefix}`.replace(/\/$/, '');
  }

  /** The private objects of the same location. */
  get privateObjects(): BucketObjects {
    return new BucketObjects(this.location, this.s3, privateFolder);
  }

  /** Returns the time of the store. The SDK corrects its clock when the store rejects a request because of the time. */
  now(): Date {
    return new Date(Date.now() + this.s3.config.systemClockOffset);
  }

  /** @returns null if there is no such object */
  async read(key: string): Promise<Buffer | null> {
    for (let attempt = 1; ; attempt += 1) {
      const object = await this.ask(this.s3.getObject(this.at(key)), null);
      try {
        return object && Buffer.from((await object.Body?.transformToByteArray()) ?? []);
      } catch (error) {
        // The SDK retries a failed request, but not a response that is cut off.
        if (attempt === maxTries) throw createBucketError(error, this.name);
      }
    }
  }

  /** @returns false, without a change, if the key is taken, perhaps by an earlier try of this process */
  async create(key: string, bytes: Uint8Array): Promise<boolean> {
    const request = {
      ...this.at(key),
      ...metadataOf(key, this.folder),
      Body: bytes,
      IfNoneMatch: '*',
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.s3.putObject(request);
        return true;
      } catch (error) {
        if (statusOf(error) === 412) return false;
        // Another process is creating the object, and may still fail.
        if (statusOf(error) !== 409 || attempt === maxTries)
          throw createBucketError(error, this.name);
        await wait(100 * attempt * Math.random());
      }
    }
  }

  /** @returns the new ETag of the object */
  async put(key: string, bytes: Uint8Array): Promise<string> {
    const request = { ...this.at(key), ...metadataOf(key, this.folder), Body: bytes };
    return parseTag((await this.ask(this.s3.putObject(request))).ETag);
  }

  async remove(key: string): Promise<void> {
    await this.ask(this.s3.deleteObject(this.at(key)), null);
  }

  /**
   * Lists the objects whose keys begin with `prefix`, sorted by key. With a delimiter, only names folders.
   * @param options options of S3. With MaxKeys, only one request is made.
   */
  async list(prefix: string, options: { Delimiter?: '/'; MaxKeys?: number } = {}) {
    const objects: BucketObject[] = [];
    const folders: string[] = [];
    const base = this.location.prefix + this.folder;
    const request = { Bucket: this.location.bucket, Prefix: base + prefix, ...options };
    for (let next: string | undefined; ;) {
      const page = await this.ask(this.s3.listObjectsV2({ ...request, ContinuationToken: next }));
      for (const { Key = '', Size = 0, LastModified = new Date(0), ETag } of page.Contents ?? []) {
        const key = Key.slice(base.length);
        objects.push({ key, bytes: Size, modifiedAt: LastModified, etag: parseTag(ETag) });
      }
      for (const { Prefix = '' } of page.CommonPrefixes ?? [])
        folders.push(Prefix.slice(base.length));
      next = options.MaxKeys === undefined ? page.NextContinuationToken : undefined;
      if (next === undefined) return { objects, folders };
    }
  }

  private at(key: string) {
    return { Bucket: this.location.bucket, Key: this.location.prefix + this.folder + key };
  }

  /** @param missing the result if there is no such object */
  private ask<T, M = never>(request: Promise<T>, missing?: M): Promise<T | M> {
    return request.catch((error: unknown) => {
      if (missing !== undefined && isMissing(error)) return missing;
      throw createBucketError(error, this.name);
    });
  }
}

function parseTag(etag = ''): string {
  return etag.replaceAll('"', '');
}

/** Number of simultaneous attempts to create the same object, of which only one may succeed. */
const contenders = 32;

/**
 * Tests conditional writes: of several attempts to create one object, exactly one must succeed.
 * @throws Error if the bucket would not keep publishers apart
 */
export async function checkConditionalWrites(objects: BucketObjects): Promise<string> {
  const key = `probe/${randomUUID()}`;
  const texts = Array.from({ length: contenders }, (_, n) => Buffer.from(String(n)));
  try {
    const created = await Promise.all(texts.map((text) => objects.create(key, text)));
    const storedBytes = await objects.read(key);
    // A process whose first response was lost retries, and is told that the key is taken.
    const winners = created.filter(Boolean).length;
    const hasWinnersBytes = texts.some((text, n) => created[n] && storedBytes?.equals(text));
    const isExclusive = winners === 0 ? storedBytes !== null : winners === 1 && hasWinnersBytes;
    if (isExclusive)
      return `Of ${contenders} concurrent attempts to create the same object, ${winners} succeeded: the store keeps publishers apart.`;
    throw new Error(
      `${objects.name} cannot be used: of ${contenders} concurrent attempts to create the same object, ${winners} were reported as successful, so it would lose releases; update that store or use another one.`,
    );
  } finally {
    await objects.remove(key);
  }
}
