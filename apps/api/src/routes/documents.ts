import { Readable } from 'node:stream';

import Joi from 'joi';

import { ok, type RouteResponse } from '../http/route-response.js';
import { apiPrefix } from '../http/api-prefix.js';
import { route, type TableRoute } from '../pipeline/route.js';
import {
  buildDocument,
  pagePolicy,
  plainDocumentPath,
  referencePage,
  referencePolicy,
  renderPage,
} from '../openapi/index.js';

const documentPath = '/openapi.json';

/** Every role has it: all authenticated callers may read the documents. */
const permission = 'data.view.readonly';

const pageResponses = {
  200: { description: 'The page.', schema: null, mediaTypes: ['text/html'] },
  303: { description: 'Redirects a browser without a session to the sign-in, and back.', schema: null },
} as const;

/** The OpenAPI document and its pages, about all routes including these. */
export function documentRoutes(others: readonly TableRoute[]): readonly TableRoute[] {
  const document = once(async () => buildDocument([...others, ...own]));
  const page = once(async () => renderPage(await document(), apiPrefix + documentPath));
  const routes = [
    route.get(documentPath, {
      permission,
      summary: 'Get this document: OpenAPI 3.1',
      responses: {
        200: {
          description: 'The document.',
          schema: Joi.object({ openapi: Joi.string().valid('3.1.0').required() }).unknown(true),
        },
      },
      handler: async () => ok(await document()),
    }),
    route.get('/docs', {
      atOrigin: true,
      permission,
      summary: 'Get this document as an interactive reference',
      description: 'For signed-in users. Without JavaScript, it links to the plain page.',
      responses: pageResponses,
      handler: () => htmlResponse(referencePage, referencePolicy),
    }),
    route.get(plainDocumentPath, {
      atOrigin: true,
      permission,
      summary: 'Get this document as a plain page without JavaScript',
      responses: pageResponses,
      handler: async () => htmlResponse(await page(), pagePolicy),
    }),
  ];
  const own: readonly TableRoute[] = routes.map((each) => ({ ...each, tag: 'Documents' }));
  return own;
}

function htmlResponse(text: string, policy: string): RouteResponse {
  return {
    status: 200,
    headers: { 'Content-Security-Policy': policy },
    stream: { mediaType: 'text/html; charset=utf-8', chunks: Readable.from([text]) },
  };
}

/** Built on first use, and cached: the table does not change while a process runs. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
