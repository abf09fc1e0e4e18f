import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

import * as contracts from '@leadbridge/contracts';
import type { Schema } from 'joi';

import { erasureResultExample } from './erasure-example.js';
import { jsonSchemaOf, openSchema, type JsonSchema } from './json-schema.js';
import { flatLead, leadInput, nativePayloads, providerPayload } from './lead-data.js';

/** `lead.created` becomes `LeadCreated`. */
export function eventName(type: string): string {
  return type
    .split(/[._]/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

const responses: Readonly<Record<string, Schema>> = {
  ApiError: contracts.errorEnvelopeSchema,
  Pagination: contracts.paginationSchema,
  Lead: contracts.leadView,
  LeadDetails: contracts.leadDetailsView,
  Prospect: contracts.prospectView,
  Opportunity: contracts.opportunityView,
  Call: contracts.callView,
  ImportedLead: contracts.importLeadResponse,
  ImportedLeads: contracts.importLeadsResponse,
  AcceptedJob: contracts.acceptedJobResponse,
  Job: contracts.jobViewSchema,
  JobRow: contracts.jobRowView,
  Suppression: contracts.suppressionViewSchema,
  CompanyMatch: contracts.companyMatchEntryView,
  Webhook: contracts.webhookViewSchema,
  Delivery: contracts.deliveryViewSchema,
  ErrorLogEntry: contracts.errorLogView,
  AuditEntry: contracts.auditViewSchema,
  ApiKey: contracts.apiKeyView,
  User: contracts.userView,
  Session: contracts.sessionView,
  ...Object.fromEntries(
    contracts.eventTypes.map((type) => [`Event${eventName(type)}`, contracts.eventPayloadSchemas[type]]),
  ),
};

const requests: Readonly<Record<string, Schema>> = {
  ImportOptions: contracts.importOptionsSchema,
  BatchOptions: contracts.batchOptionsSchema,
};

/** OpenAPI Generator creates invalid code for a union with a list, which clients do not need. */
const signedBody: JsonSchema = {
  type: 'object',
  description: 'Any JSON object; a list is accepted too.',
  additionalProperties: true,
};

/** The schemas with names for clients, and the function that replaces them by references. */
export interface NamedSchemas {
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** Schemas with equal content count as the same, because Joi's description of itself keeps no names. */
  readonly withReferences: (value: unknown, isRoot?: boolean) => unknown;
}

/** Yields to other work after each: Joi's description of all of them takes a fifth of a second. */
export async function nameSchemas(): Promise<NamedSchemas> {
  const components: Record<string, JsonSchema> = {
    FlatLead: flatLead,
    ...nativePayloads,
    ProviderPayload: providerPayload,
    LeadInput: leadInput,
    SignedBody: signedBody,
  };
  for (const [name, schema] of Object.entries(requests)) {
    components[name] = jsonSchemaOf(schema);
    await yieldToEventLoop();
  }
  for (const [name, schema] of Object.entries(responses)) {
    components[name] = openSchema(jsonSchemaOf(schema));
    await yieldToEventLoop();
  }
  // The result of a job that no endpoint returns directly.
  components['ErasureResult'] = {
    ...openSchema(jsonSchemaOf(contracts.erasureResultSchema)),
    examples: [erasureResultExample],
  };
  await yieldToEventLoop();
  const nameBySchema = new Map<string, string>();
  for (const [schema, name] of bodiesAsShown()) {
    nameBySchema.set(JSON.stringify(schema), name);
    await yieldToEventLoop();
  }
  for (const [name, schema] of Object.entries(components)) {
    nameBySchema.set(withoutDescription(schema), name);
  }
  return {
    components,
    withReferences: (value, isRoot = false) => referencing(value, nameBySchema, isRoot),
  };
}

function* bodiesAsShown(): Generator<readonly [JsonSchema, string]> {
  yield [jsonSchemaOf(contracts.leadData), 'LeadInput'];
  yield [jsonSchemaOf(contracts.importLeadsBody).properties?.['leads']?.items ?? {}, 'LeadInput'];
  yield [jsonSchemaOf(contracts.signatureTestBody), 'SignedBody'];
}

function referencing(value: unknown, nameBySchema: ReadonlyMap<string, string>, isRoot: boolean): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => referencing(item, nameBySchema, false));
  }
  const name = isRoot
    ? undefined
    : (nameBySchema.get(JSON.stringify(value)) ?? nameBySchema.get(withoutDescription(value)));
  if (name !== undefined) {
    const { description } = value as JsonSchema;
    return { $ref: `#/components/schemas/${name}`, ...(description === undefined ? {} : { description }) };
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, referencing(item, nameBySchema, false)]),
  );
}

function withoutDescription(schema: object): string {
  return JSON.stringify({ ...schema, description: undefined });
}
