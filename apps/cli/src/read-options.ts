import { FLAT_FIELDS, flatField } from '@leadbridge/domain';
import { csvEncodingOf, csvEncodings, type CsvEncoding } from '@leadbridge/platform';
import { InvalidArgumentError } from 'commander';

/** The encoding of a file by its name. @throws InvalidArgumentError for an unknown one, as all here */
export function encoding(name: string): CsvEncoding {
  const known = csvEncodingOf(name);
  if (known === null) {
    throw new InvalidArgumentError(`Expected one of ${csvEncodings.join(', ')}.`);
  }
  return known;
}

/** The separator; `tab` and `\\t` mean a tab. */
export function separator(text: string): string {
  const sign = text === '\\t' || text === 'tab' ? '\t' : text;
  if (sign.length !== 1 || /["\r\n]/.test(sign)) {
    throw new InvalidArgumentError('Expected one character, such as ; or tab.');
  }
  return sign;
}

/** Adds a column and its field, given as `column=field`. */
export function mapping(text: string, before?: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const [, column = '', name = ''] = /^(.+)=(.+)$/s.exec(text) ?? [];
  const field = flatField(name);
  if (column === '' || field === null) {
    throw new InvalidArgumentError(
      `Expected a column and a field, such as Firm=company. Fields: ${FLAT_FIELDS.join(', ')}.`,
    );
  }
  return new Map([...(before ?? []), [column.trim(), field]]);
}

export function wholeNumber(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d{1,9}$/.test(text) || number < minimum || number > maximum) {
      throw new InvalidArgumentError(`Expected a whole number from ${minimum} to ${maximum}.`);
    }
    return number;
  };
}
