import { validationDetails, type ValidationFault } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';
import type { Schema, ValidationErrorItem } from 'joi';

import { fieldError } from '../../http/field-error.js';
import { checkSizes } from './check-sizes.js';

/** More errors than these help nobody. */
const maxFaults = 100;

/** A large value is checked up to its first error: thousands of errors would cost too much. */
const thoroughBytes = 20_000;

const secretKey =
  /secret|passw|pass_?phrase|pwd|token|credential|authorization|api[-_]?key|^(code|key|otp|pin)$/i;
const notShown = '[not shown]';
const maxValueChars = 200;
const maxTextChars = 300;

/**
 * Validates a part of a request by its schema, and fills in defaults.
 *
 * @param size bytes of the part, as far as known
 * @throws AppError VALIDATION_ERROR with every error
 */
export function validate(schema: Schema | undefined, value: unknown, size = 0): unknown {
  if (schema === undefined) {
    return undefined;
  }
  refusePrototype(value);
  checkSizes(schema, value);
  const result = schema.validate(value, { abortEarly: size > thoroughBytes });
  if (result.error === undefined) {
    return result.value as unknown;
  }
  const faults = result.error.details
    .slice(0, maxFaults)
    .map(hidesUnknown(schema) ? withoutUnknown : describeFault);
  throw new AppError('VALIDATION_ERROR', faults[0]?.message ?? 'The request is not valid', {
    details: validationDetails(faults),
  });
}

/** Validates a query like `validate`, and refuses a parameter that was sent more than once. */
export function validateQuery(schema: Schema | undefined, query: Readonly<Record<string, unknown>>): unknown {
  if (schema === undefined) {
    return undefined;
  }
  const faults = Object.entries(query)
    .filter(([, value]) => Array.isArray(value))
    .slice(0, maxFaults)
    .map(([name]) => ({
      field: shorten(name),
      value: notShown,
      message: `${shorten(name)} must be sent only once`,
    }));
  if (faults[0] !== undefined) {
    throw new AppError('VALIDATION_ERROR', faults[0].message, { details: validationDetails(faults) });
  }
  return validate(schema, query);
}

/** Joi ignores this key, while every other unknown key is an error. Bodies are checked for it earlier. */
function refusePrototype(value: unknown): void {
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')) {
    throw fieldError('__proto__', null, '__proto__ is not allowed');
  }
}

function describeFault(item: ValidationErrorItem): ValidationFault {
  const field = item.path.length === 0 ? (item.context?.label ?? 'body') : item.path.join('.');
  const key = String(item.path.at(-1) ?? '');
  return {
    field: shorten(field),
    value: secretKey.test(key) ? notShown : presentValue(item.context?.value),
    message: shorten(item.message),
  };
}

/** A misspelled `password` still contains one, and a body that is not an object may be anything. */
function withoutUnknown(item: ValidationErrorItem): ValidationFault {
  const isUnknown = item.type === 'object.unknown' || item.path.length === 0;
  return { ...describeFault(item), ...(isUnknown ? { value: notShown } : {}) };
}

function hidesUnknown(schema: Schema): boolean {
  const keys: unknown = schema.describe()['keys'];
  return Object.keys(keys ?? {}).some((key) => secretKey.test(key));
}

function presentValue(value: unknown): unknown {
  if (value === undefined || value === null) {
    return null;
  }
  if (typeof value === 'string') {
    return value.length > maxValueChars ? `${value.slice(0, maxValueChars)}…` : value;
  }
  if (typeof value === 'object') {
    return Array.isArray(value) ? '[array]' : '[object]';
  }
  return value;
}

function shorten(text: string): string {
  return text.length > maxTextChars ? `${text.slice(0, maxTextChars)}…` : text;
}
