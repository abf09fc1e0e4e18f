import { commonErrorStatuses } from '@leadbridge/contracts';
import type { DocumentedRoute, ResponseContract, RouteContract } from '@leadbridge/contracts';
import type { Schema } from 'joi';

import { responseExamples } from './generated/response-examples.js';
import type { JsonObject, Operation } from './document.js';
import { responseHeaders, errorResponseName, jobResponseHeaders } from './error-responses.js';
import { furtherRequestExamples, requestExamples } from './request-examples.js';
import { isOptional, jsonSchemaOf, openSchema } from './json-schema.js';

/** `PUT /leads/:lead_id/status` becomes `putLeadsByLeadIdStatus`; stable while the path is. */
export function operationIdOf({ method, path }: Pick<RouteContract, 'method' | 'path'>): string {
  const words = path
    .split('/')
    .flatMap((part) => (part.startsWith(':') ? ['by', ...part.slice(1).split('_')] : part.split(/[-._]/)))
    .filter((word) => word !== '');
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** `/leads/:lead_id` becomes `/leads/{lead_id}`. */
export function templatePath(path: string): string {
  return path.replaceAll(/:([^/]+)/g, '{$1}');
}

/** An endpoint in the document, from the definition that the router uses. */
export function describeOperation(route: DocumentedRoute): Operation {
  const { params, query, body } = route.request;
  const parameters = [
    ...(params === undefined ? [] : parametersOf(params, 'path')),
    ...(query === undefined ? [] : parametersOf(query, 'query')),
    ...(route.idempotent === true ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
    ...(route.startsJob === true ? [{ $ref: '#/components/parameters/Prefer' }] : []),
    ...(route.versioned === true && body !== undefined ? [{ $ref: '#/components/parameters/If-Match' }] : []),
  ];
  return {
    operationId: operationIdOf(route),
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    tags: [route.tag],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(route, body) }),
    responses: responsesOf(route),
    security: securityOf(route),
    'x-permission': route.permission,
  };
}

function parametersOf(schema: Schema, place: 'path' | 'query'): readonly JsonObject[] {
  const { properties = {}, required = [] } = jsonSchemaOf(schema);
  return Object.entries(properties).map(([name, { description, ...value }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: value,
  }));
}

const csvExample =
  'First Name,Last Name,Email,Company Name\r\nAlex,Example,alex@example.com,Example Software Ltd\r\n';

function requestBodyOf(route: RouteContract, body: Schema): JsonObject {
  return {
    required: !isOptional(body),
    content: {
      'application/json': { schema: jsonSchemaOf(body), ...requestExamplesOf(operationIdOf(route)) },
      ...(route.csvBody === true ? { 'text/csv': { schema: { type: 'string' }, example: csvExample } } : {}),
    },
  };
}

function requestExamplesOf(id: string): JsonObject {
  const example = requestExamples[id];
  const further = furtherRequestExamples[id];
  if (further === undefined) {
    return example === undefined ? {} : { example };
  }
  const named = Object.entries({ usual: example, ...further }).map(([name, value]) => [name, { value }]);
  return { examples: Object.fromEntries(named) };
}

function responsesOf(route: RouteContract): Operation['responses'] {
  const errors = commonErrorStatuses(route);
  const examples = responseExamples[operationIdOf(route)] ?? {};
  const responses = Object.entries(route.responses).map(
    ([status, response]) =>
      [
        status,
        successResponse(response, route, {
          orError: errors.includes(Number(status)),
          example: examples[Number(status)],
        }),
      ] as const,
  );
  const refusals = errors
    .filter((status) => route.responses[status] === undefined)
    .map(
      (status) => [String(status), { $ref: `#/components/responses/${errorResponseName(status)}` }] as const,
    );
  return Object.fromEntries([...responses, ...refusals]);
}

/** @param orError true if the same status is also sent in the envelope */
function successResponse(
  { description, schema, mediaTypes }: ResponseContract,
  { startsJob, versioned }: RouteContract,
  { orError, example }: { readonly orError: boolean; readonly example: unknown },
): JsonObject {
  const json = schema === null ? null : openSchema(jsonSchemaOf(schema));
  const content = {
    ...(json === null
      ? {}
      : {
          'application/json': {
            schema: orError ? { anyOf: [json, { $ref: '#/components/schemas/ApiError' }] } : json,
            ...(example === undefined ? {} : { example }),
          },
        }),
    ...Object.fromEntries((mediaTypes ?? []).map((type) => [type, { schema: mediaTypeSchema(type) }])),
  };
  const headers = {
    ...(startsJob === true ? jobResponseHeaders : responseHeaders),
    ...(versioned === true ? { ETag: { $ref: '#/components/headers/ETag' } } : {}),
  };
  return { description, headers, ...(Object.keys(content).length === 0 ? {} : { content }) };
}

function mediaTypeSchema(mediaType: string): JsonObject {
  return { type: mediaType.endsWith('/json') || mediaType.endsWith('+json') ? 'object' : 'string' };
}

function securityOf({ permission, signed }: RouteContract): Operation['security'] {
  const signature = signed === true ? [{ webhookSignature: [] }] : [];
  switch (permission) {
    case 'none':
      return signature;
    case 'session':
      return [{ bearer: [] }, { session: [] }];
    default:
      return [{ bearer: [] }, { apiKey: [] }, { session: [] }, ...signature];
  }
}
