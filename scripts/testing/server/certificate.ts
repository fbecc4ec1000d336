import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generate } from 'selfsigned';

export interface Certificate {
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** Makes a certificate for localhost that its own holder has signed, good for a day, in `folder`. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    notAfterDate: new Date(Date.now() + 86_400_000),
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  const certificateFile = path.join(folder, 'certificate.pem');
  const keyFile = path.join(folder, 'key.pem');
  await writeFile(certificateFile, cert);
  await writeFile(keyFile, key, { mode: 0o600 });
  return { certificate: cert, key, certificateFile, keyFile };
}
