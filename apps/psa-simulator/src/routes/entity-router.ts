import { Router, type Request, type Response } from 'express';

import { listBody, pageOf, readPage } from '../http/page-of.js';
import { queryFlag, queryNumber, queryText, selectedCustomFields } from '../http/read-query.js';
import { jsonResponse, reply } from '../http/reply.js';
import type { Dialect } from '../switches.js';
import type { SimulatorContext } from '../simulator-context.js';
import { isInput, type Input } from '../state/read-input.js';
import { Refusal } from '../state/refusal.js';
import { asStored } from '../state/stored-form.js';
import { createMany } from './create-many.js';
import type { Entity, Presentation } from '../views/entity.js';

type EntityRow = { readonly id: number };

function presentation(context: SimulatorContext, request: Request, withCustomFields = true): Presentation {
  return {
    state: context.state,
    dialect: context.dialect(),
    customFields: withCustomFields ? selectedCustomFields(request) : null,
  };
}

function dressed(entity: { key: string; listKey: string }, form: Dialect['reads'], body: unknown): unknown {
  switch (form) {
    case 'bare':
      return body;
    case 'wrapped':
      return { [entity.key]: body };
    case 'array':
      return [body];
    case 'envelope':
      return { record_count: 1, [entity.listKey]: [body] };
  }
}

function listEntities<Row extends EntityRow>(context: SimulatorContext, entity: Entity<Row>) {
  return (request: Request, response: Response): void => {
    const dialect = context.dialect();
    const knows = (name: string): boolean => !dialect.ignoredFilters.includes(name);
    const table = entity.table(context.state);
    const search = entity.searchable && knows('search') ? queryText(request, 'search') : undefined;
    const isOpen = knows('open_only') && queryFlag(request, 'open_only') ? entity.isOpen : undefined;
    const ids = table.select({
      filters: entity.filters.filter(knows).flatMap((field) => {
        const value = queryNumber(request, field);
        return value === undefined ? [] : [[field, value] as const];
      }),
      ...(search === undefined ? {} : { search, matching: dialect.search }),
      ...(isOpen === undefined
        ? {}
        : { condition: { name: 'open_only', matches: (row: Row) => isOpen(context.state, row) } }),
    });
    const page = readPage(request, dialect);
    const order = search !== undefined && dialect.order === 'arbitrary' ? 'none' : dialect.order;
    const rows = table.rows(pageOf(ids, page, order, context.random));
    const shown = presentation(context, request, dialect.customFieldsInLists);
    const presented = rows.map((row) => entity.present(row, shown));
    reply(response, jsonResponse(200, listBody(entity.listKey, presented, ids.length, page, dialect)));
  };
}

function rowOf<Row extends EntityRow>(context: SimulatorContext, entity: Entity<Row>, id: unknown): Row {
  const row = entity.table(context.state).get(Number(id));
  if (row === undefined) {
    throw new Refusal(`The ${entity.key} was not found.`, { status: 404, field: 'id' });
  }
  return row;
}

function requireObject(body: unknown): Input {
  if (!isInput(body)) {
    throw new Refusal('The request body is not valid.');
  }
  return body;
}

/** The routes that every kind of entity has: list, read, create one or many, change by path or by the id in the body. */
export function entityRouter<Row extends EntityRow>(context: SimulatorContext, entity: Entity<Row>): Router {
  const router = Router();
  const { state, integration } = context;
  const respondWithOne = (
    request: Request,
    response: Response,
    status: number,
    form: Dialect['reads'],
    row: Row,
  ): void => {
    const body = entity.present(row, presentation(context, request));
    reply(response, jsonResponse(status, dressed(entity, form, body)));
  };
  const update = (request: Request, response: Response, id: unknown): void => {
    const row = rowOf(context, entity, id);
    entity.update(state, row, asStored(requireObject(request.body), context.dialect()), integration);
    respondWithOne(request, response, 200, context.dialect().writes, row);
  };

  router.get(entity.path, listEntities(context, entity));
  router.get(`${entity.path}/:id`, (request, response) => {
    respondWithOne(
      request,
      response,
      200,
      context.dialect().reads,
      rowOf(context, entity, request.params.id),
    );
  });
  router.post(entity.path, (request, response) => {
    const body: unknown = request.body;
    const create = (input: Input): Row => {
      const dialect = context.dialect();
      const row = entity.create(state, asStored(input, dialect), integration, dialect);
      entity.table(state).hideFromSearch(row.id, dialect.searchLagMilliseconds);
      return row;
    };
    if (Array.isArray(body)) {
      const shown = presentation(context, request);
      createMany(context, request, response, body, create, (row) => entity.present(row, shown));
      return;
    }
    respondWithOne(request, response, 201, context.dialect().writes, create(requireObject(body)));
  });
  router.put(`${entity.path}/:id`, (request, response) => {
    update(request, response, request.params.id);
  });
  router.put(entity.path, (request, response) => {
    update(request, response, requireObject(request.body)['id']);
  });
  return router;
}
