import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Schema } from 'joi';

import { routeTable } from '../../routes/index.js';
import { operationIdOf } from '../operation.js';

export const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });

/** What Joi says of a value as it stands. */
export const accepts = (schema: Schema, value: unknown): boolean =>
  schema.validate(value, { convert: false }).error === undefined;

/** The endpoints that take a body, each with its schema. */
export const withBody = routeTable.flatMap((route) =>
  route.request.body === undefined ? [] : [[operationIdOf(route), route.request.body] as const],
);
