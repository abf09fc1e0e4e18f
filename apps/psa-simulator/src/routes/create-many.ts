import type { Request, Response } from 'express';

import { dressBulk, planBulk, type BulkEntry } from '../faults/bulk-response.js';
import { exchangeOf } from '../http/exchange.js';
import { queryFlag } from '../http/read-query.js';
import { jsonResponse, reply } from '../http/reply.js';
import type { SimulatorContext } from '../simulator-context.js';
import { isInput, type Input } from '../state/read-input.js';
import { Refusal } from '../state/refusal.js';

/**
 * A POST with an array. With `bulkresponse=true` each entity gets a status of its own, and those that can be created
 * are; without it the first refusal ends the request, and what stood before it stays created.
 */
export function createMany<Row extends { readonly id: number }>(
  context: SimulatorContext,
  request: Request,
  response: Response,
  inputs: readonly unknown[],
  create: (input: Input) => Row,
  present: (row: Row) => unknown,
): void {
  const { arrayCap, bulkStatus, bulkOrder } = context.dialect();
  if (inputs.length > arrayCap) {
    throw new Refusal(`No more than ${arrayCap} objects can be created at once.`);
  }
  const rules = exchangeOf(response)?.faults ?? [];
  const plan = planBulk(rules, inputs.length, context.random);
  const createOne = (input: unknown, index: number): Row => {
    if (!isInput(input)) {
      throw new Refusal('The object is not valid.');
    }
    if (plan.failing.has(index)) {
      throw new Refusal('The object could not be saved.');
    }
    return create(input);
  };
  if (!queryFlag(request, 'bulkresponse')) {
    reply(response, jsonResponse(201, inputs.map(createOne).map(present)));
    return;
  }
  const entries = inputs.map((input, index): BulkEntry => {
    if (plan.unapplied.has(index)) {
      return { index, status: 0 };
    }
    try {
      const { id } = createOne(input, index);
      return { index, status: bulkStatus === 'number' ? 201 : 'created', id };
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
      return { index, status: bulkStatus === 'number' ? error.status : 'failed', error: error.message };
    }
  });
  const body = dressBulk(entries, plan, rules, { bulkOrder, random: context.random });
  reply(response, jsonResponse(201, body));
}
