import { Schema } from 'mongoose';

/** What mongoose gets to know of a field: its type, whether a document must have it, and what one that is made without it gets. */
interface Definition {
  readonly type: unknown;
  readonly required?: true;
  readonly default?: unknown;
}

/**
 * A field of a kind of record, required unless it says otherwise.
 *
 * @typeParam T what a document holds
 * @typeParam Absent whether documents may lack it
 */
export class Field<T, Absent extends boolean = false> {
  /** For the compiler alone. */
  declare readonly holds: T;
  declare readonly absent: Absent;

  constructor(readonly definition: Definition) {}

  /** Null where there is no value, and in documents that are made through the model without one. */
  orNull(): Field<T | null, Absent> {
    return new Field({ type: this.definition.type, default: null });
  }

  /** Null may be stored; nothing is by itself. */
  nullable(): Field<T | null, Absent> {
    return new Field(this.definition);
  }

  /** What a document gets that is made through the model without a value. */
  orDefault(value: T): Field<T, Absent> {
    return new Field({ type: this.definition.type, default: value });
  }

  /**
   * Documents may lack it: there is nothing to say, or they are older than the field. A `lean` document is as it is stored, so whoever reads one
   * has to expect that. Without this, mongoose would give an empty list to each document that lacks a list.
   */
  optional(): Field<T, true> {
    const { type, default: value } = this.definition;
    return new Field({ type, default: value });
  }
}

function required<T>(type: unknown): Field<T> {
  return new Field<T>({ type, required: true });
}

export const text = <T extends string = string>(): Field<T> => required(String);
export const number = (): Field<number> => required(Number);
export const boolean = <T extends boolean = boolean>(): Field<T> => required(Boolean);
export const date = (): Field<Date> => required(Date);
export const bytes = (): Field<Buffer> => required(Schema.Types.Buffer);
export const texts = <T extends string = string>(): Field<T[]> => required([String]);
export const numbers = (): Field<number[]> => required([Number]);

/** A value that mongoose stores as it is given. */
export const mixed = <T>(): Field<T> => required(Schema.Types.Mixed);

/** A list of such values. */
export const mixedList = <T extends readonly unknown[]>(): Field<T> => required([Schema.Types.Mixed]);

/** A list of values that have fields of their own, and no id. */
export function listOf<F extends Fields>(fields: F): Field<ValuesOf<F>[]> {
  return required([{ _id: false, ...definitionsOf(fields) }]);
}

export type Fields = Readonly<Record<string, Field<unknown, boolean>>>;

export function definitionsOf(fields: Fields): Record<string, Definition> {
  return Object.fromEntries(Object.entries(fields).map(([name, { definition }]) => [name, definition]));
}

/** What the fields hold together. */
export type ValuesOf<F extends Fields> = Flat<
  { [K in keyof F as F[K]['absent'] extends true ? never : K]: F[K]['holds'] } & {
    [K in keyof F as F[K]['absent'] extends true ? K : never]?: F[K]['holds'];
  }
>;

type Flat<T> = { [K in keyof T]: T[K] };
