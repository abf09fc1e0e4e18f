import { describe, expect, it } from '@jest/globals';
import type { Schema } from 'joi';

import { routeTable } from './index.js';

/** What Joi tells of a schema, as far as it is read here. */
interface Description {
  readonly type?: string;
  readonly keys?: Readonly<Record<string, Description>>;
  readonly patterns?: readonly { readonly rule: Description }[];
  readonly items?: readonly Description[];
  readonly matches?: readonly Readonly<Record<string, Description | undefined>>[];
  readonly rules?: readonly { readonly name: string }[];
}

/** The lists, and the objects with keys of any name, that may be of any size though each of their items is looked at. */
function unbounded({ type, keys, patterns, items, matches, rules }: Description, at: string): string[] {
  const isOpen = (type === 'array' && items !== undefined) || (type === 'object' && patterns !== undefined);
  const own = isOpen && rules?.some(({ name }) => name === 'max') !== true ? [at] : [];
  return [
    ...own,
    ...Object.entries(keys ?? {}).flatMap(([key, child]) => unbounded(child, `${at}.${key}`)),
    ...[...(items ?? []), ...(patterns ?? []).map(({ rule }) => rule)].flatMap((child) =>
      unbounded(child, `${at}.*`),
    ),
    ...(matches ?? []).flatMap(({ schema, then, otherwise }) =>
      [schema, then, otherwise].flatMap((child) => (child === undefined ? [] : unbounded(child, at))),
    ),
  ];
}

describe('what a request may hold', () => {
  it('is bounded for every list and every open object of every route', () => {
    const found = routeTable.flatMap(({ method, path, request }) =>
      Object.entries(request).flatMap(([part, schema]: [string, Schema]) =>
        unbounded(schema.describe() as Description, `${method} ${path} ${part}`),
      ),
    );
    expect(found).toEqual([]);
    expect(routeTable.some(({ maxList }) => maxList !== undefined)).toBe(true);
  });
});
