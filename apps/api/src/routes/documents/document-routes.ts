import Joi from 'joi';

import { ok } from '../../http/answer.js';
import { apiPrefix } from '../../http/api-prefix.js';
import { defineRoute } from '../../pipeline/route.js';
import type { Route } from '../../pipeline/route.js';
import { buildDocument, pagePolicy, renderPage } from '../../openapi/index.js';

const documentPath = '/openapi.json';

/** Held by every role: whoever may come in may read how. */
const permission = 'data.view.readonly';

/** The API's own document and its page, about all routes and these two. */
export function documentRoutes(others: readonly Route[]): readonly Route[] {
  const document = once(() => buildDocument([...others, ...own]));
  const page = once(() => renderPage(document(), apiPrefix + documentPath));
  const own: readonly Route[] = [
    defineRoute({
      method: 'get',
      path: documentPath,
      permission,
      summary: 'This document: OpenAPI 3.1',
      tags: ['Documents'],
      request: {},
      answers: {
        200: {
          description: 'The document.',
          schema: Joi.object({ openapi: Joi.string().valid('3.1.0').required() }).unknown(true),
        },
      },
      handler: () => ok(document()),
    }),
    defineRoute({
      method: 'get',
      path: '/docs',
      atOrigin: true,
      permission,
      summary: 'This document as a page',
      tags: ['Documents'],
      request: {},
      answers: {
        200: { description: 'The page.', schema: null, mediaTypes: ['text/html'] },
        303: { description: 'For a browser without a session: to the sign-in, and back.', schema: null },
      },
      handler: () => ({
        status: 200,
        headers: { 'Content-Security-Policy': pagePolicy },
        stream: { mediaType: 'text/html; charset=utf-8', chunks: oneChunk(page()) },
      }),
    }),
  ];
  return own;
}

/** Made when it is first asked for, and kept: the table does not change while a process runs. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

async function* oneChunk(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}
