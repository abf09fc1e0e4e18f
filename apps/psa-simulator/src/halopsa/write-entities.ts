import type { Request, Response } from 'express';

import { planBulk } from '../faults/bulk-response.js';
import { shuffled } from '../faults/seeded-random.js';
import { exchangeOf } from '../http/exchange.js';
import { queryText } from '../http/read-query.js';
import { jsonResponse, reply } from '../http/reply.js';
import type { EntityTable } from '../state/entity-table.js';
import { isInput, type Input } from '../state/read-input.js';
import { Refusal } from '../state/refusal.js';
import type { HaloContext } from './halo-context.js';
import { wholeNumber } from './read-wire.js';

/** A refusal of one object of an array; the position is part of how a PSA words it. */
export class RefusedObject extends Refusal {
  readonly position: number;

  constructor(refusal: Refusal, position: number) {
    super(refusal.message, { status: refusal.status, field: refusal.field });
    this.position = position;
  }
}

/** The objects of a POST. */
export function objectsOf({ halo }: HaloContext, body: unknown): readonly unknown[] {
  if (isInput(body) && halo.quirks.bareObjects === 'accepted') {
    return [body];
  }
  if (!Array.isArray(body)) {
    throw new Refusal(
      'Cannot deserialize the current JSON object into type System.Collections.Generic.List because the type requires a JSON array.',
      { field: '' },
    );
  }
  if (body.length === 0) {
    throw new Refusal('Index was outside the bounds of the array.');
  }
  return body as unknown[];
}

/** What `returnall=true` returns, as the quirk has it. */
function allOf({ halo, random }: HaloContext, written: readonly object[], foreign: object | undefined) {
  switch (halo.quirks.returnAll) {
    case 'short':
      return written.slice(0, Math.max(1, Math.floor(written.length / 2)));
    case 'shuffled':
      return written.length < 2 ? written : [...written.slice(1), ...shuffled(written.slice(0, 1), random)];
    case 'foreign':
      return foreign === undefined ? written : [...written.slice(0, -1), foreign];
    default:
      return written;
  }
}

export interface Writing<Row extends { readonly id: number }> {
  readonly table: EntityTable<Row>;
  readonly write: (input: Input, present: Row | undefined) => Row;
  readonly present: (row: Row) => object;
}

/** Creates the objects without an id and changes the others. */
export function writeObjects<Row extends { readonly id: number }>(
  context: HaloContext,
  request: Request,
  response: Response,
  { table, write, present }: Writing<Row>,
): void {
  const { halo, random } = context;
  const objects = objectsOf(context, request.body);
  const { failing } = planBulk(exchangeOf(response)?.faults ?? [], objects.length, random);
  const first = table.all()[0];
  const writeOne = (object: unknown, position: number): Row => {
    if (!isInput(object) || failing.has(position)) {
      throw new Refusal('The object could not be saved.');
    }
    const id = wholeNumber(object['id']);
    const row = id === undefined || id <= 0 ? undefined : table.get(id);
    if (id !== undefined && id > 0 && row === undefined) {
      throw new Refusal('The entity was not found.', { status: 404 });
    }
    const written = write(object, row);
    if (row === undefined) {
      table.hideFromSearch(written.id, context.dialect().searchLagMilliseconds);
    }
    return written;
  };
  const written = objects.map((object, position) => {
    try {
      return writeOne(object, position);
    } catch (error) {
      throw error instanceof Refusal ? new RefusedObject(error, position) : error;
    }
  });
  const last = written.at(-1);
  const returnsAll = queryText(request, 'returnall') === 'true' && halo.quirks.returnAll !== 'ignored';
  const body = returnsAll
    ? allOf(context, written.map(present), first === undefined ? undefined : present(first))
    : last === undefined
      ? null
      : present(last);
  reply(response, jsonResponse(201, body));
}
