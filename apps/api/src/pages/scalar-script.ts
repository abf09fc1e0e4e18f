import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { RequestHandler } from 'express';

const bundle = fileURLToPath(new URL('../../vendor/scalar/standalone.js', import.meta.url));

interface Copies {
  readonly plain: Buffer;
  readonly compressed: Buffer;
}

/** Scalar's script, 4 MB. Contains no personal data, and needs no sign-in. Read once, on first use. */
export function scalarScript(): RequestHandler {
  let copies: Promise<Copies> | null = null;
  return async (request, response) => {
    copies ??= read();
    const { plain, compressed } = await copies.catch((error: unknown) => {
      copies = null;
      throw error;
    });
    const isCompressed = request.acceptsEncodings('gzip') === 'gzip';
    response.vary('Accept-Encoding').setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    if (isCompressed) {
      response.setHeader('Content-Encoding', 'gzip');
    }
    response.type('text/javascript').send(isCompressed ? compressed : plain);
  };
}

async function read(): Promise<Copies> {
  const plain = await readFile(bundle);
  return { plain, compressed: await promisify(gzip)(plain) };
}
