import { apiVersion, commonErrorStatuses, errorEnvelopeSchema, eventTypes } from '@leadbridge/contracts';
import { FIELD_NAMES } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { routeTable } from '../routes/index.js';
import { responseExamples } from './generated/response-examples.js';
import { buildDocument } from './build-document.js';
import type { JsonSchema } from './json-schema.js';
import { errorExample } from './error-examples.js';
import { errorResponse } from './error-responses.js';
import { operationIdOf, templatePath } from './operation.js';

const document = await buildDocument(routeTable);
const schemas = document.components['schemas'] as Readonly<Record<string, JsonSchema>>;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Every object inside a value. */
function* objectsIn(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null) {
    return;
  }
  yield value as Readonly<Record<string, unknown>>;
  for (const item of Object.values(value)) {
    yield* objectsIn(item);
  }
}

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 with the version that health reports', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: apiVersion } });
  });

  it('contains every route, and nothing else', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const running = routeTable.map(({ method, path }) => `${method} ${templatePath(path)}`);
    expect(described.sort()).toEqual(running.sort());
  });

  it('gives every operation a unique id', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(routeTable.length);
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(id))).toEqual([]);
  });

  it.each(routeTable.map((route) => [operationIdOf(route), route] as const))(
    '%s lists every response and every error of its route, and every parameter of its path',
    (id, route) => {
      const operation = operations.find(({ operationId }) => operationId === id);
      const statuses = [...Object.keys(route.responses), ...commonErrorStatuses(route).map(String)];
      expect(Object.keys(operation?.responses ?? {}).sort()).toEqual([...new Set(statuses)].sort());
      const inPath = (operation?.parameters ?? []).flatMap((one) =>
        one['in'] === 'path' ? [one['name']] : [],
      );
      expect(inPath).toEqual([...route.path.matchAll(/:([^/]+)/g)].map(([, name]) => name));
    },
  );

  const inJson = routeTable.flatMap((route) =>
    Object.entries(route.responses).flatMap(([status, { schema }]) =>
      schema === null ? [] : [{ id: operationIdOf(route), status: Number(status), schema }],
    ),
  );

  it.each(inJson.map((response) => [`${response.id} ${response.status}`, response] as const))(
    'has a valid example response of %s',
    (_name, { id, status, schema }) => {
      const example = responseExamples[id]?.[status];
      // Else: npm run generate:examples -- <path of a test that gets such a response>
      expect(example).toBeDefined();
      expect(schema.validate(example, { convert: false }).error).toBeUndefined();
      const { responses } = operations.find(({ operationId }) => operationId === id) ?? {};
      expect(responses?.[status]).toMatchObject({ content: { 'application/json': { example } } });
    },
  );

  it('has no example without a route, and an envelope for every error', () => {
    const shown = Object.entries(responseExamples).flatMap(([id, responses]) =>
      Object.keys(responses).map((status) => `${id} ${status}`),
    );
    const known = inJson.map(({ id, status }) => `${id} ${status}`);
    expect(shown.filter((response) => !known.includes(response))).toEqual([]);
    const statuses = [...new Set(routeTable.flatMap((route) => commonErrorStatuses(route)))];
    for (const status of statuses) {
      expect(errorEnvelopeSchema.validate(errorExample(status), { convert: false }).error).toBeUndefined();
    }
  });

  it('shows where a version can be sent, and where one is returned', () => {
    const { get, put } = document.paths['/config'] ?? {};
    expect(put?.parameters).toContainEqual({ $ref: '#/components/parameters/If-Match' });
    for (const operation of [get, put]) {
      expect(operation?.responses['200']).toMatchObject({
        headers: { ETag: { $ref: '#/components/headers/ETag' } },
      });
    }
  });

  it('has no dangling references', () => {
    const references = [...objectsIn(document)].flatMap(({ $ref }) =>
      typeof $ref === 'string' ? [$ref] : [],
    );
    const missing = references.filter((reference) => {
      const [, ...steps] = reference.split('/');
      let found: unknown = document;
      for (const step of steps) {
        found = (found as Readonly<Record<string, unknown>> | undefined)?.[step];
      }
      return found === undefined;
    });
    expect(references.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });

  it('contains schemas that a validator of draft 2020-12 compiles', () => {
    const schemas = [...objectsIn(document.paths), ...objectsIn(document.webhooks)].flatMap(({ schema }) =>
      typeof schema === 'object' &&
      schema !== null &&
      !('$ref' in schema) &&
      !JSON.stringify(schema).includes('$ref')
        ? [schema]
        : [],
    );
    const ajv = new Ajv2020({
      strict: true,
      strictTypes: false,
      strictRequired: false,
      validateFormats: false,
    });
    for (const schema of schemas) {
      expect(() => ajv.compile(schema)).not.toThrow();
    }
    expect(schemas.length).toBeGreaterThan(routeTable.length);
  });

  it('describes every event, with an id, its signature and its own schema', () => {
    expect(Object.keys(document.webhooks)).toEqual([...eventTypes]);
    expect(document.webhooks['lead.created']).toMatchObject({
      post: {
        operationId: 'onLeadCreated',
        security: [{ webhookSignature: [] }],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/EventLeadCreated' } } },
        },
      },
    });
  });

  it('names the objects that clients use', () => {
    const schemaOf = (method: string, path: string, status: string): unknown =>
      document.paths[path]?.[method]?.responses[status]?.['content'];
    const json = (name: string) => ({
      'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
    });
    expect(schemaOf('get', '/leads/{lead_id}', '200')).toMatchObject(json('LeadDetails'));
    expect(schemaOf('get', '/jobs/{job_id}', '200')).toMatchObject(json('Job'));
    expect(schemaOf('get', '/webhooks/{webhook_id}', '200')).toMatchObject(json('Webhook'));
    const used = new Set(
      [...objectsIn(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : [])),
    );
    const unused = Object.keys(schemas).filter((name) => !used.has(`#/components/schemas/${name}`));
    expect(unused).toEqual(['ProviderPayload', 'ErasureResult']);
  });

  it('shows a lead as an import reads it, and lets later versions extend responses', () => {
    const body = document.paths['/sync/leads']?.['post']?.requestBody;
    expect(body).toMatchObject({
      content: {
        'application/json': { schema: { properties: { data: { $ref: '#/components/schemas/LeadInput' } } } },
      },
    });
    const { properties, additionalProperties } = schemas['FlatLead'] as JsonSchema;
    const noFields = ['person', 'contact', 'data'];
    expect(Object.keys(properties ?? {})).toEqual([...Object.keys(FIELD_NAMES), ...noFields]);
    expect(additionalProperties).toBe(true);
    const closed = operations.filter(({ responses }) =>
      JSON.stringify(responses).includes('"additionalProperties":false'),
    );
    expect(closed.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('requires a description for every error status', () => {
    expect(() => errorResponse(418)).toThrow('The status 418 has no description');
  });
});

describe('the document of a running service', () => {
  it('is the same, and yields to other work while it is built', async () => {
    let turns = 0;
    let isMade = false;
    const count = (): void => {
      turns += 1;
      if (!isMade) {
        setImmediate(count);
      }
    };
    count();
    const made = await buildDocument(routeTable);
    isMade = true;
    expect(made).toEqual(document);
    expect(turns).toBeGreaterThan(routeTable.length);
  });
});
