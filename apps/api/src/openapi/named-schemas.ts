import {
  acceptedJobResponse,
  apiKeyView,
  auditViewSchema,
  batchOptionsSchema,
  callView,
  companyMatchEntryView,
  deliveryViewSchema,
  erasureResultSchema,
  errorEnvelopeSchema,
  errorLogView,
  eventPayloadSchemas,
  eventTypes,
  importLeadResponse,
  importLeadsResponse,
  importLeadsBody,
  importOptionsSchema,
  jobRowView,
  jobViewSchema,
  leadData,
  leadDetailsView,
  leadView,
  opportunityView,
  paginationSchema,
  sessionView,
  prospectView,
  signatureTestBody,
  suppressionViewSchema,
  userView,
  webhookViewSchema,
} from '@leadbridge/contracts';
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
  ApiError: errorEnvelopeSchema,
  Pagination: paginationSchema,
  Lead: leadView,
  LeadDetails: leadDetailsView,
  Prospect: prospectView,
  Opportunity: opportunityView,
  Call: callView,
  ImportedLead: importLeadResponse,
  ImportedLeads: importLeadsResponse,
  AcceptedJob: acceptedJobResponse,
  Job: jobViewSchema,
  JobRow: jobRowView,
  Suppression: suppressionViewSchema,
  CompanyMatch: companyMatchEntryView,
  Webhook: webhookViewSchema,
  Delivery: deliveryViewSchema,
  ErrorLogEntry: errorLogView,
  AuditEntry: auditViewSchema,
  ApiKey: apiKeyView,
  User: userView,
  Session: sessionView,
  ...Object.fromEntries(eventTypes.map((type) => [`Event${eventName(type)}`, eventPayloadSchemas[type]])),
};

const requests: Readonly<Record<string, Schema>> = {
  ImportOptions: importOptionsSchema,
  BatchOptions: batchOptionsSchema,
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
  /**
   * The same value with a reference in place of each named schema. Schemas with equal content count as the
   * same, because Joi's description of itself keeps no names.
   */
  readonly withReferences: (value: unknown, isRoot?: boolean) => unknown;
}

/**
 * Built in steps, for a process that serves requests meanwhile: Joi's description of all of them takes a
 * fifth of a second.
 */
export function* nameSchemas(): Generator<undefined, NamedSchemas> {
  const components: Record<string, JsonSchema> = {
    FlatLead: flatLead,
    ...nativePayloads,
    ProviderPayload: providerPayload,
    LeadInput: leadInput,
    SignedBody: signedBody,
  };
  for (const [name, schema] of Object.entries(requests)) {
    components[name] = jsonSchemaOf(schema);
    yield;
  }
  for (const [name, schema] of Object.entries(responses)) {
    components[name] = openSchema(jsonSchemaOf(schema));
    yield;
  }
  // The result of a job that no endpoint returns directly.
  components['ErasureResult'] = {
    ...openSchema(jsonSchemaOf(erasureResultSchema)),
    examples: [erasureResultExample],
  };
  yield;
  const nameBySchema = new Map<string, string>();
  for (const [schema, name] of bodiesAsShown()) {
    nameBySchema.set(JSON.stringify(schema), name);
    yield;
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
  yield [jsonSchemaOf(leadData), 'LeadInput'];
  yield [jsonSchemaOf(importLeadsBody).properties?.['leads']?.items ?? {}, 'LeadInput'];
  yield [jsonSchemaOf(signatureTestBody), 'SignedBody'];
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
