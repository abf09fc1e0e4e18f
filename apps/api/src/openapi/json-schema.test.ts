import { defaultSources, findSource, readPayload, STATUSES } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';
import Joi from 'joi';

import { routeTable } from '../routes/index.js';
import { isOptional, jsonSchemaOf } from './json-schema.js';
import { furtherRequestExamples, requestExamples } from './request-examples.js';
import { accepts, ajv, withBody } from './testing/compared-schemas.js';

describe('the JSON Schema of a body', () => {
  it.each(withBody)('%s has an example that both accept', (name, schema) => {
    expect(requestExamples[name]).toBeDefined();
    for (const example of [requestExamples[name], ...Object.values(furtherRequestExamples[name] ?? {})]) {
      expect(schema.validate(example, { convert: false }).error).toBeUndefined();
      expect(ajv.validate(jsonSchemaOf(schema), example)).toBe(true);
    }
  });

  it.each(Object.entries(furtherRequestExamples['postSyncLeads'] ?? {}))(
    'the lead of %s in the examples can be imported',
    (_name, example) => {
      const { source, data } = example as { source: string; data: unknown };
      const known = findSource(defaultSources, source);
      const read = known === null ? null : readPayload(known, data, { defaultCountry: 'US' });
      expect(read).toMatchObject({
        ok: true,
        warnings: [],
        lead: { email: 'alex@example.com', lastName: 'Example' },
      });
    },
  );

  it('leaves no example without an endpoint', () => {
    const names = withBody.map(([name]) => name);
    const described = [...Object.keys(requestExamples), ...Object.keys(furtherRequestExamples)];
    expect(described.filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('a status that a request asks for', () => {
  it.each([
    ['putLeadsByLeadIdStatus', STATUSES.lead],
    ['putProspectsByProspectIdStatus', STATUSES.prospect],
    ['putOpportunitiesByOpportunityId', STATUSES.opportunity],
  ])('of %s is one of the states of the record', (name, states) => {
    const [, schema] = withBody.find(([each]) => each === name) ?? [];
    expect(schema).toBeDefined();
    const { properties } = schema === undefined ? {} : jsonSchemaOf(schema);
    expect(properties?.['status']).toMatchObject({ type: 'string', enum: states });
    // The refusal of another one is that of the lifecycle.
    expect(schema?.validate({ status: 'contaced' }).error).toBeUndefined();
  });
});

describe('dependent keys', () => {
  const both = Joi.object({ a: Joi.any(), b: Joi.any(), c: Joi.any() });
  const samples = [{}, { a: 1 }, { b: 1 }, { c: 1 }, { a: 1, b: 1 }, { b: 1, c: 1 }, { a: 1, b: 1, c: 1 }];

  it.each([
    ['xor', both.xor('a', 'b', 'c')],
    ['or', both.or('a', 'b')],
    ['with', both.with('a', 'b')],
    ['without', both.without('a', ['b', 'c'])],
    ['several', both.xor('a', 'b').with('c', 'a')],
  ])('express %s like Joi', (_name, schema) => {
    const check = ajv.compile(jsonSchemaOf(schema));
    const judged = samples.map((sample) => check(sample));
    expect(judged).toEqual(samples.map((sample) => accepts(schema, sample)));
    expect(new Set(judged).size).toBe(2);
  });

  it('reject a relation that cannot be expressed', () => {
    expect(() => jsonSchemaOf(both.nand('a', 'b'))).toThrow('The relation nand of a, b');
  });
});

describe('a nullable enumeration', () => {
  it('is nullable in JSON Schema too', () => {
    const schema = Joi.object({ method: Joi.string().valid('sms', 'email').allow(null).required() });
    const check = ajv.compile(jsonSchemaOf(schema));
    expect(['sms', null, 'post', 1].map((method) => check({ method }))).toEqual([true, true, false, false]);
  });
});

describe('patterns', () => {
  it('express control characters in a way that every language reads', () => {
    const schema = Joi.string().pattern(/^\P{Cc}*[^\s\p{Cc}]$/u);
    const { pattern } = jsonSchemaOf(schema);
    expect(pattern).not.toMatch(/\\p\{/i);
    const samples = ['a', 'a b', ' ', '\n', 'a\u0085', '\u0000a', 'é', ''];
    const judged = samples.map((sample) => new RegExp(String(pattern)).test(sample));
    expect(judged).toEqual(samples.map((sample) => accepts(schema, sample)));
    expect(judged).toContain(true);
  });

  it('are portable in every request of the document', () => {
    const bodies = withBody.map(([, schema]) => JSON.stringify(jsonSchemaOf(schema)));
    expect(bodies.filter((body) => /\\p\{/i.test(body))).toEqual([]);
  });
});

describe('isOptional', () => {
  it('follows the presence in the schema', () => {
    expect(isOptional(Joi.object().required())).toBe(false);
    expect(isOptional(Joi.object())).toBe(true);
    expect(isOptional(Joi.object().required().optional())).toBe(true);
  });
});

describe('a name of the configuration', () => {
  it.each([' Cold', 'Cold ', '\tCold', ' '])(
    'has no spaces at its ends, as its schema says: "%s"',
    (cold) => {
      const body = routeTable.find(({ method, path }) => method === 'put' && path === '/config')?.request
        .body;
      const schema = body ?? Joi.any().forbidden();
      const check = ajv.compile(jsonSchemaOf(schema));
      expect([check({ lists: { cold } }), accepts(schema, { lists: { cold } })]).toEqual([false, false]);
      expect([
        check({ lists: { cold: 'Cold leads' } }),
        accepts(schema, { lists: { cold: 'Cold leads' } }),
      ]).toEqual([true, true]);
    },
  );
});
