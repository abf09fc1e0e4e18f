import { isIP } from 'node:net';

import type { Parser } from './config.js';

export const text: Parser<string> = (value) => value;

export function integer(minimum: number, maximum: number): Parser<number> {
  return (value) => {
    const number = Number(value);
    if (!/^-?\d{1,15}$/.test(value) || number < minimum || number > maximum) {
      throw new Error(`a whole number from ${minimum} to ${maximum}`);
    }
    return number;
  };
}

/** A number of `unit`, possibly with a fraction, within bounds. */
function fractionOf(unit: string) {
  return (minimum: number, maximum: number): Parser<number> =>
    (value) => {
      const number = Number(value);
      if (!/^\d{1,12}(\.\d{1,6})?$/.test(value) || number < minimum || number > maximum) {
        throw new Error(`${unit} from ${minimum} to ${maximum}`);
      }
      return number;
    };
}

export const seconds = fractionOf('seconds');
export const minutes = fractionOf('minutes');
export const percent = fractionOf('percent');

/** A text of this form; `expected` says which. */
export function matching(form: RegExp, expected: string): Parser<string> {
  return (value) => {
    if (!form.test(value)) {
      throw new Error(expected);
    }
    return value;
  };
}

export const flag: Parser<boolean> = (value) => {
  if (/^(true|1|yes|on)$/i.test(value)) {
    return true;
  }
  if (/^(false|0|no|off)$/i.test(value)) {
    return false;
  }
  throw new Error('true or false');
};

export function oneOf<T extends string>(...choices: readonly T[]): Parser<T> {
  return (value) => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) {
      throw new Error(`one of ${choices.join(', ')}`);
    }
    return found;
  };
}

/** `off`, `false` or `0` for null; everything else is parsed by `value`. */
export function offOr<T>(value: Parser<T>): Parser<T | null> {
  return (text) => (/^(off|false|0)$/i.test(text) ? null : value(text));
}

/** Comma-separated items, each parsed by `item`. */
export function list<T>(item: Parser<T>): Parser<readonly T[]> {
  return (value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(item);
}

/** Base64 of exactly `length` bytes. */
export function base64Bytes(length: number): Parser<Buffer> {
  return (value) => {
    const bytes = Buffer.from(value, 'base64');
    if (bytes.length !== length || bytes.toString('base64').replace(/=+$/, '') !== value.replace(/=+$/, '')) {
      throw new Error(`${length} bytes in base64`);
    }
    return bytes;
  };
}

export const addressRange: Parser<string> = (value) => {
  const [ip = '', bits, ...rest] = value.split('/');
  const family = isIP(ip);
  const maxBits = family === 4 ? 32 : 128;
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits);
  if (family === 0 || !isRange || rest.length > 0) {
    throw new Error('IP addresses or ranges such as 10.0.0.0/8');
  }
  return value;
};
