import { errorEnvelopeSchema } from '@leadbridge/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { routeTable } from '../routes/index.js';
import { jsonSchemaOf } from './json-schema.js';
import { operationIdOf } from './operation.js';
import { arbitraryOf, nearlyArbitraryOf } from './testing/arbitrary-of.js';
import { accepts, ajv, withBody } from './testing/compared-schemas.js';

/** Joi errors that a JSON Schema can also express; rules in code have their own codes. */
const structural = /^(any|object|string|number|boolean|array|alternatives)\./;
const rulesInCode = new Set(['any.custom', 'string.pattern.base', 'number.unsafe']);

describe('the JSON Schema of a body', () => {
  it.each(withBody)('%s accepts what Joi accepts', (_name, schema) => {
    const check = ajv.compile(jsonSchemaOf(schema));
    let taken = 0;
    fc.assert(
      fc.property(
        fc.oneof(arbitraryOf(jsonSchemaOf(schema)), nearlyArbitraryOf(jsonSchemaOf(schema))),
        (value) => {
          const { error } = schema.validate(value, { convert: false, abortEarly: false });
          if (check(value)) {
            taken += 1;
            const faults = (error?.details ?? []).map(({ type }) => type);
            expect(faults.filter((type) => structural.test(type) && !rulesInCode.has(type))).toEqual([]);
          } else if (error === undefined) {
            // The lifecycle refuses an unknown status, with the states that are allowed.
            expect(check.errors).toMatchObject([{ keyword: 'enum', instancePath: '/status' }]);
          }
        },
      ),
      { numRuns: 60 },
    );
    // Without any accepted value, the comparison would prove nothing.
    expect(taken).toBeGreaterThan(0);
  });
});

describe('the JSON Schema of a response', () => {
  const responses = routeTable.flatMap((route) =>
    Object.entries(route.responses).flatMap(([status, { schema }]) =>
      schema === null ? [] : [[`${operationIdOf(route)} ${status}`, schema] as const],
    ),
  );

  it.each([...responses, ['the envelope', errorEnvelopeSchema] as const])(
    '%s describes bodies that Joi accepts',
    (_name, schema) => {
      const json = jsonSchemaOf(schema);
      const check = ajv.compile(json);
      fc.assert(
        fc.property(fc.oneof(arbitraryOf(json), nearlyArbitraryOf(json)), (value) => {
          if (accepts(schema, value)) {
            expect(check(value)).toBe(true);
          }
        }),
        { numRuns: 15 },
      );
    },
  );
});
