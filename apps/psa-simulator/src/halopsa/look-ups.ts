import { Router, type Request, type Response } from 'express';

import { queryFlag } from '../http/read-query.js';
import { jsonResponse, reply, type PsaResponse } from '../http/reply.js';
import { isInput } from '../state/read-input.js';
import { Refusal } from '../state/refusal.js';
import { agentName } from '../views/present.js';
import type { HaloContext } from './halo-context.js';
import { opportunityType } from './halo-setup.js';
import type { LookUpKind, WireField } from './tenant.js';
import { objectsOf } from './write-entities.js';

/** The kinds of fields as FieldInfo numbers them: text, memo, one of a list, checkbox. */
const fieldTypes = { text: 0, memo: 1, dropdown: 2, checkbox: 6 } as const;
const wholeNumbers = 1;

/** A look-up's response, with its ids as this build writes them. */
function lookUpResponse({ halo }: HaloContext, status: number, body: unknown): PsaResponse {
  const response = jsonResponse(status, body);
  return halo.quirks.lookUpIds === 'integer'
    ? response
    : { ...response, text: response.text.replace(/"id":(\d+)/g, '"id":$1.0') };
}

function presentField(context: HaloContext, field: WireField, withValues: boolean): object {
  const { tenant, quirks } = context.halo;
  const { type, id } = field.definition;
  const memo = type === 'text' && !quirks.singleLineFields.includes(id);
  return {
    id: field.id,
    name: field.name,
    label: field.label,
    type:
      type === 'dropdown'
        ? fieldTypes.dropdown
        : type === 'boolean'
          ? fieldTypes.checkbox
          : memo
            ? fieldTypes.memo
            : fieldTypes.text,
    inputtype: type === 'integer' ? wholeNumbers : 0,
    custom: 1,
    usage: 1,
    ...(type === 'dropdown' && withValues ? { values: tenant.options(field) } : {}),
  };
}

function presentLookUp({ halo }: HaloContext, kind: LookUpKind, row: { id: number; name: string }): object {
  switch (kind) {
    case 'types':
      return {
        ...row,
        use: halo.tenant.toWire('types', opportunityType) === row.id ? 'opps' : 'ticket',
        itilrequesttype: row.id,
      };
    case 'statuses':
      return { ...row, shortname: row.name, type: 0 };
    case 'outcomes':
      return { id: row.id, outcome: row.name, buttonname: row.name, hidden: false };
  }
}

const lookUpPaths: readonly { path: string; kind: LookUpKind; nameKey: string }[] = [
  { path: '/TicketType', kind: 'types', nameKey: 'name' },
  { path: '/Status', kind: 'statuses', nameKey: 'name' },
  { path: '/Outcome', kind: 'outcomes', nameKey: 'outcome' },
];

/** Makes what the tenant lacked; a name that was there, or that is none of ours, is refused. */
function prepareEach(context: HaloContext, request: Request, nameKey: string): readonly string[] {
  return objectsOf(context, request.body).map((object) => {
    const name = isInput(object) ? object[nameKey] : undefined;
    if (typeof name !== 'string' || !context.halo.tenant.prepare(name)) {
      throw new Refusal(`The ${nameKey} is not one that can be made here.`, { field: nameKey });
    }
    return name;
  });
}

/** Adds the options that a field lacked. */
function prepareOptions({ halo }: HaloContext, field: WireField, object: unknown): void {
  const values = isInput(object) ? object['values'] : undefined;
  for (const value of Array.isArray(values) ? (values as unknown[]) : []) {
    if (isInput(value) && typeof value['name'] === 'string') {
      halo.tenant.prepare(`${field.label}: ${value['name']}`);
    }
  }
}

function fieldRoutes(context: HaloContext): Router {
  const router = Router();
  const { tenant } = context.halo;
  router.get('/FieldInfo', (request, response) => {
    const withValues = queryFlag(request, 'includevalues');
    const rows = tenant.presentFields().flatMap((field) => {
      const row = presentField(context, field, withValues);
      return context.halo.quirks.doubled.includes(field.label)
        ? [row, { ...row, id: field.id + 500 }]
        : [row];
    });
    reply(response, lookUpResponse(context, 200, rows));
  });
  router.post('/FieldInfo', (request: Request, response: Response) => {
    const made = objectsOf(context, request.body).map((object) => {
      const input = isInput(object) ? object : {};
      const { label } = input;
      if (typeof label === 'string') {
        tenant.prepare(label);
      }
      const field = tenant.presentFields().find((row) => row.label === label || row.id === input['id']);
      if (field === undefined) {
        throw new Refusal('The label is not one that can be made here.', { field: 'label' });
      }
      prepareOptions(context, field, object);
      return presentField(context, field, true);
    });
    reply(response, lookUpResponse(context, 201, made.at(-1)));
  });
  return router;
}

/** What an administrator has set up: bare arrays, without pages. */
export function lookUpRoutes(context: HaloContext): Router {
  const router = Router();
  const { tenant } = context.halo;
  for (const { path, kind, nameKey } of lookUpPaths) {
    router.get(path, (_request, response) => {
      const rows = tenant.lookUps(kind).map((row) => presentLookUp(context, kind, row));
      reply(response, lookUpResponse(context, 200, rows));
    });
    router.post(path, (request, response) => {
      const name = prepareEach(context, request, nameKey).at(-1) ?? '';
      const row = { id: tenant.idOf(kind, name) ?? 0, name };
      reply(response, lookUpResponse(context, 201, presentLookUp(context, kind, row)));
    });
  }
  router.use(fieldRoutes(context));
  router.get('/Agent/me', (_request, response) => {
    const { agentId } = context.integration;
    const name = agentName(context.state, agentId);
    reply(
      response,
      lookUpResponse(context, 200, { id: agentId, name, is_agent: true, email: 'integration@example.com' }),
    );
  });
  router.get('/Agent', (_request, response) => {
    reply(response, lookUpResponse(context, 200, context.state.setup.agents));
  });
  return router;
}
