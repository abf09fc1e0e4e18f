import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

import {
  apiVersion,
  commonErrorStatuses,
  eventMeanings,
  eventPayloadSchemas,
  eventTypes,
  routeTags,
} from '@leadbridge/contracts';
import type { DocumentedRoute } from '@leadbridge/contracts';

import { apiPrefix } from '../http/api-prefix.js';
import { maxIfMatchChars } from '../http/entity-tag.js';
import { ownCookieName, sessionCookieName } from '../pipeline/authentication/session-cookie.js';
import type { JsonObject, OpenApiDocument, Operation } from './document.js';
import { errorResponse, errorResponseName, headerComponents } from './error-responses.js';
import { jsonSchemaOf, openSchema } from './json-schema.js';
import { eventName, nameSchemas } from './named-schemas.js';
import { describeOperation, templatePath } from './operation.js';

const introduction = `Takes leads from B2B data providers, writes each as exactly one ticket into a PSA system, and walks it from
Lead through Prospect to Opportunity. Every error has the same envelope, every response an \`X-Request-Id\` and the limits that are left.
Work that takes time is a job: the request waits for it, and responds with 202 and the job's address if it takes longer.`;

/** Takes some hundreds of milliseconds, and yields to the requests that the process serves meanwhile. */
export async function buildDocument(routes: readonly DocumentedRoute[]): Promise<OpenApiDocument> {
  const { components, withReferences } = await nameSchemas();
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const path = templatePath(route.path);
    paths[path] = { ...paths[path], [route.method]: withReferences(describeOperation(route)) as Operation };
    await yieldToEventLoop();
  }
  const schemas: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(components)) {
    schemas[name] = withReferences(schema, true);
    await yieldToEventLoop();
  }
  const webhooks = withReferences(eventDescriptions()) as OpenApiDocument['webhooks'];
  await yieldToEventLoop();
  return {
    openapi: '3.1.0',
    info: { title: 'Leadbridge', version: apiVersion, description: introduction },
    servers: [{ url: apiPrefix }],
    tags: Object.entries(routeTags)
      .filter(([name]) => routes.some(({ tag }) => tag === name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas,
      responses: errorComponents(routes),
      headers: headerComponents,
      parameters: parameterComponents,
      securitySchemes,
    },
  };
}

function errorComponents(routes: readonly DocumentedRoute[]): JsonObject {
  const statuses = [...new Set(routes.flatMap((route) => commonErrorStatuses(route)))].sort((a, b) => a - b);
  return Object.fromEntries(statuses.map((status) => [errorResponseName(status), errorResponse(status)]));
}

function eventDescriptions(): OpenApiDocument['webhooks'] {
  return Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: `on${eventName(type)}`,
          summary: eventMeanings[type],
          description: eventHeaders,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: openSchema(jsonSchemaOf(eventPayloadSchemas[type])) } },
          },
          security: [{ webhookSignature: [] }],
          responses: {
            '2XX': {
              description:
                'Accepted. After any other response, or none within 15 seconds, the delivery is retried.',
            },
            '410': { description: 'No longer wanted: the webhook is disabled.' },
          },
        },
      },
    ]),
  );
}

/** Parameters would be better, but OpenAPI Generator turns them into Python that does not compile. */
const eventHeaders =
  'Further headers are `X-Webhook-Id` (the id of the event, to detect duplicates), `X-Webhook-Timestamp` (Unix seconds), `X-Webhook-Event` (its type), and the three headers of Standard Webhooks.';

const parameterComponents: JsonObject = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes a retry safe for 24 hours: the same key with the same body gets the first response again (`Idempotency-Replayed: true`).',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of an earlier response. If the configuration has changed since, the change is refused with 409.',
    schema: { type: 'string', maxLength: maxIfMatchChars },
    examples: { version: { value: '"3"' } },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      'RFC 7240: `respond-async` responds with 202 at once; `wait=N` waits up to N seconds (0 to 60) for the job.',
    schema: { type: 'string' },
    examples: { async: { value: 'respond-async' }, wait: { value: 'wait=10' } },
  },
};

const securitySchemes: JsonObject = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, an OAuth 2.0 access token, or the token of a session.',
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName,
    description: `The session of a person, for pages. Over https its name is ${ownCookieName(sessionCookieName, true)}.`,
  },
  webhookSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Webhook-Signature',
    description:
      'The hex HMAC-SHA256 of the raw body: of a notification with the inbound secret, in place of a credential; of an event with the secret of its webhook.',
  },
};
