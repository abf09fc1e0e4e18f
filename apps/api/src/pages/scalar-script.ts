import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { RequestHandler } from 'express';

import { callerAddress } from '../http/caller-address.js';
import { edgeContext } from '../http/edge-context.js';
import { setHeadersOfLimits } from '../pipeline/rate-limit/index.js';
import type { ApiServices } from '../services.js';

const bundle = fileURLToPath(new URL('../../vendor/scalar/standalone.js', import.meta.url));

interface Copies {
  readonly plain: Buffer;
  readonly compressed: Buffer;
}

/**
 * Scalar's script (4 MB, a third of it compressed). Contains no personal data, and needs no sign-in. Read
 * once, on first use.
 */
export function scalarScript(services: Pick<ApiServices, 'limits'>): RequestHandler {
  let copies: Promise<Copies> | null = null;
  return async (request, response) => {
    edgeContext(response).route = '/docs/assets';
    await setHeadersOfLimits(callerAddress(request), response, services.limits);
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
