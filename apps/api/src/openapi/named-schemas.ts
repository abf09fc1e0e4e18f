import {
  acceptedJobAnswer,
  apiKeyView,
  auditViewSchema,
  batchOptionsSchema,
  callView,
  deliveryViewSchema,
  erasureResultSchema,
  errorEnvelopeSchema,
  errorLogView,
  eventPayloadSchemas,
  eventTypes,
  importLeadAnswer,
  importLeadsAnswer,
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

import { erasureResultExample } from './answer-examples/erasures.js';
import { jsonSchemaOf, openSchema, type JsonSchema } from './json-schema.js';
import { flatLead, leadInput, nativePayloads, providerPayload } from './lead-data.js';

/** `lead.created` is `LeadCreated`. */
export function eventName(type: string): string {
  return type
    .split(/[._]/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

const answers: Readonly<Record<string, Schema>> = {
  ApiError: errorEnvelopeSchema,
  Pagination: paginationSchema,
  Lead: leadView,
  LeadDetails: leadDetailsView,
  Prospect: prospectView,
  Opportunity: opportunityView,
  Call: callView,
  ImportedLead: importLeadAnswer,
  ImportedLeads: importLeadsAnswer,
  AcceptedJob: acceptedJobAnswer,
  Job: jobViewSchema,
  JobRow: jobRowView,
  Suppression: suppressionViewSchema,
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

/** A union with a list, which clients have no use for, makes code of OpenAPI Generator that does not compile. */
const signedBody: JsonSchema = {
  type: 'object',
  description: 'Any JSON object; a list is taken too.',
  additionalProperties: true,
};

/** The schemas that clients know by a name. */
export const schemaComponents: Readonly<Record<string, JsonSchema>> = {
  FlatLead: flatLead,
  ...nativePayloads,
  ProviderPayload: providerPayload,
  LeadInput: leadInput,
  SignedBody: signedBody,
  ...mapped(requests, jsonSchemaOf),
  ...mapped(answers, (schema) => openSchema(jsonSchemaOf(schema))),
  // The result of a job that no answer of an endpoint shows by itself.
  ErasureResult: { ...openSchema(jsonSchemaOf(erasureResultSchema)), examples: [erasureResultExample] },
};

const bodiesAsShown = [
  [jsonSchemaOf(leadData), 'LeadInput'],
  [jsonSchemaOf(importLeadsBody).properties?.['leads']?.items ?? {}, 'LeadInput'],
  [jsonSchemaOf(signatureTestBody), 'SignedBody'],
] as const;
const nameBySchema = new Map([
  ...bodiesAsShown.map(([schema, name]) => [JSON.stringify(schema), name] as const),
  ...Object.entries(schemaComponents).map(([name, schema]) => [withoutDescription(schema), name] as const),
]);

/**
 * The same value with a reference wherever one of the named schemas stands. A schema that reads the same is the same: Joi's own account
 * of itself keeps no names.
 */
export function withReferences(value: unknown, isRoot = false): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => withReferences(item));
  }
  const name = isRoot
    ? undefined
    : (nameBySchema.get(JSON.stringify(value)) ?? nameBySchema.get(withoutDescription(value)));
  if (name !== undefined) {
    const { description } = value as JsonSchema;
    return { $ref: `#/components/schemas/${name}`, ...(description === undefined ? {} : { description }) };
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withReferences(item)]));
}

function withoutDescription(schema: object): string {
  return JSON.stringify({ ...schema, description: undefined });
}

function mapped(
  schemas: Readonly<Record<string, Schema>>,
  describe: (schema: Schema) => JsonSchema,
): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, describe(schema)]));
}
