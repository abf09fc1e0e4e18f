import { commonErrorStatuses, errorEnvelopeSchema } from '@leadbridge/contracts';

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Schema } from 'joi';

import type { Route } from '../pipeline/route.js';
import { jsonSchemaOf } from '../openapi/json-schema.js';
import { routeTable } from '../routes/index.js';
import type { ApiResponse } from './call-api.js';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const checks = new WeakMap<Schema, ValidateFunction>();

/**
 * Every response that a test gets is one that its route declares: a status that is documented, and a body that the schema of the status
 * lets through as it stands, and as the OpenAPI document tells it to others.
 *
 * @throws Error for a response that is not
 */
export function checkDeclared(method: string, path: string, response: ApiResponse): void {
  const route = findRoute(method, path);
  if (route === undefined) {
    return;
  }
  const name = `${method} ${route.path}`;
  const declared = route.responses[response.status];
  if (declared === undefined && !commonErrorStatuses(route).includes(response.status)) {
    throw new Error(`${name} does not declare the status ${response.status}: ${response.text.slice(0, 300)}`);
  }
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
  const schema = declared === undefined || isRefusal(route, response) ? errorEnvelopeSchema : declared.schema;
  if (schema === null || !isJson) {
    return;
  }
  const { error } = schema.validate(response.body, { convert: false });
  if (error !== undefined) {
    throw new Error(
      `${name} responded with ${response.status} with another body than it declares: ${error.message}`,
    );
  }
  const check = documentedCheck(schema);
  if (!check(response.body)) {
    const fault = ajv.errorsText(check.errors);
    throw new Error(
      `${name} responded with ${response.status} with another body than is documented: ${fault}`,
    );
  }
}

/** Some statuses are both a response of their own and an error in the envelope. */
function isRefusal(route: Route, { status, body }: ApiResponse): boolean {
  return commonErrorStatuses(route).includes(status) && typeof body.error?.['code'] === 'string';
}

function documentedCheck(schema: Schema): ValidateFunction {
  const check = checks.get(schema) ?? ajv.compile(jsonSchemaOf(schema));
  checks.set(schema, check);
  return check;
}

/** The route of a path; routes without parameters come first, as in the router. */
export function findRoute(method: string, path: string): Route | undefined {
  const [address = ''] = path.replace(/^\/\//, '/').split('?');
  const matching = routeTable.filter((route) => {
    const pattern = new RegExp(`^${route.path.replaceAll(/:[^/]+/g, '[^/]+')}$`);
    return route.method === method.toLowerCase() && pattern.test(address);
  });
  return matching.find((route) => route.path === address) ?? matching[0];
}
