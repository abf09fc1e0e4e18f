import { Schema } from 'mongoose';

interface Erasure {
  readonly isPersonal: boolean;
  /** What is left of it in a document of the person; if missing, it stays, or code of its own changes it. */
  readonly left?: { readonly value: unknown };
}

/** A field for mongoose: its type, whether it is required, and its default. */
interface Definition {
  readonly type: unknown;
  readonly required?: true;
  readonly default?: unknown;
}

/**
 * A field of a kind of record, required by default.
 *
 * @typeParam T the type of the value
 * @typeParam Absent whether documents may lack it
 */
export class Field<T, Absent extends boolean = false> {
  /** Only for the compiler. */
  declare readonly holds: T;
  declare readonly absent: Absent;

  constructor(
    readonly definition: Definition,
    readonly erasure: Erasure = { isPersonal: false },
  ) {}

  /** May name a person whose lead was imported: an erasure takes the person out of it (docs/erasure.md). */
  personal(): Field<T, Absent> {
    return new Field(this.definition, { ...this.erasure, isPersonal: true });
  }

  /** An erasure replaces it in each document of the person that stays. */
  erasedTo(value: T | null): Field<T, Absent> {
    return new Field(this.definition, { ...this.erasure, left: { value } });
  }

  /** May be null, which is also the default for documents created through the model. */
  orNull(): Field<T | null, Absent> {
    return new Field({ type: this.definition.type, default: null }, this.erasure);
  }

  /** May be null, but has no default. */
  nullable(): Field<T | null, Absent> {
    return new Field(this.definition, this.erasure);
  }

  /** Sets the default for documents created through the model. */
  orDefault(value: T): Field<T, Absent> {
    return new Field({ type: this.definition.type, default: value }, this.erasure);
  }

  /**
   * Documents may lack it, because there is no value or they are older than the field. A `lean` document is
   * returned as stored, so its readers have to handle this. Without this, mongoose would add an empty list to
   * each document that lacks a list.
   */
  optional(): Field<T, true> {
    const { type, default: value } = this.definition;
    return new Field({ type, default: value }, this.erasure);
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

/** A value that mongoose stores unchanged. */
export const mixed = <T>(): Field<T> => required(Schema.Types.Mixed);

/** A list of such values. */
export const mixedList = <T extends readonly unknown[]>(): Field<T> => required([Schema.Types.Mixed]);

/** A list of values that have their own fields, and no id. */
export function listOf<F extends Fields>(fields: F): Field<ValuesOf<F>[]> {
  return required([{ _id: false, ...definitionsOf(fields) }]);
}

export type Fields = Readonly<Record<string, Field<unknown, boolean>>>;

export function definitionsOf(fields: Fields): Record<string, Definition> {
  return Object.fromEntries(Object.entries(fields).map(([name, { definition }]) => [name, definition]));
}

export type ValuesOf<F extends Fields> = Flat<
  { [K in keyof F as F[K]['absent'] extends true ? never : K]: F[K]['holds'] } & {
    [K in keyof F as F[K]['absent'] extends true ? K : never]?: F[K]['holds'];
  }
>;

type Flat<T> = { [K in keyof T]: T[K] };
