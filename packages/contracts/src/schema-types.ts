import type Joi from 'joi';

declare const isRequired: unique symbol;
declare const isNullable: unique symbol;
declare const values: unique symbol;
declare const items: unique symbol;
declare const entries: unique symbol;

/** What a schema says of its values beyond their kind; only the compiler knows it. */
export interface IsRequired {
  readonly [isRequired]: true;
}
export interface IsNullable {
  readonly [isNullable]: true;
}
export interface HasValues<V> {
  readonly [values]: V;
}
export interface HasItems<S> {
  readonly [items]: S;
}
export interface HasEntries<S> {
  readonly [entries]: S;
}

declare module 'joi' {
  interface AnySchema<TSchema> {
    required(): this & IsRequired;
    default(value: unknown): this & IsRequired;
    allow<const V extends readonly unknown[]>(
      ...allowed: V
    ): null extends V[number] ? this & IsNullable : this;
    valid<const V extends readonly unknown[]>(...valid: V): this & HasValues<V[number]>;
  }
  interface ArraySchema<TSchema> {
    items<S extends Joi.Schema>(...types: S[]): this & HasItems<S>;
  }
  interface ObjectSchema<TSchema> {
    pattern<S extends Joi.Schema>(key: Joi.Schema | RegExp, value: S): this & HasEntries<S>;
  }
  interface Root {
    object<F extends Fields>(fields: F): ObjectOf<F>;
    alternatives<S extends Joi.Schema>(
      ...types: S[]
    ): Joi.AlternativesSchema<ValueOf<S>> & HasValues<ValueOf<S>>;
  }
}

export type Fields = Readonly<Record<string, Joi.Schema>>;

/** The schema of an object with these fields. */
export type ObjectOf<F> = Joi.ObjectSchema<ValuesOf<F>> & HasValues<ValuesOf<F>>;

type IsAny<T> = 0 extends 1 & T ? true : false;

/** For a schema without a type of its own: a bare `Joi.boolean()` between other fields is a `BooleanSchema<any>`. */
type ValueOfKind<S> = S extends Joi.ObjectSchema
  ? Readonly<Record<string, unknown>>
  : S extends Joi.StringSchema
    ? string
    : S extends Joi.NumberSchema
      ? number
      : S extends Joi.BooleanSchema
        ? boolean
        : unknown;

type PresentValue<S> =
  S extends HasValues<infer V>
    ? V
    : S extends HasItems<infer I>
      ? readonly ValueOf<I>[]
      : S extends HasEntries<infer E>
        ? Readonly<Record<string, ValueOf<E>>>
        : S extends Joi.AnySchema<infer T>
          ? IsAny<T> extends true
            ? ValueOfKind<S>
            : T
          : never;

/** The value that a schema accepts. */
export type ValueOf<S> = PresentValue<S> | (S extends IsNullable ? null : never);

type RequiredKey<F> = { [K in keyof F]: F[K] extends IsRequired ? K : never }[keyof F];

type Flat<T> = { readonly [K in keyof T]: T[K] };

/** The object that a schema of these fields accepts. */
export type ValuesOf<F> = Flat<
  { readonly [K in RequiredKey<F>]: ValueOf<F[K]> } & {
    readonly [K in Exclude<keyof F, RequiredKey<F>>]?: ValueOf<F[K]>;
  }
>;
