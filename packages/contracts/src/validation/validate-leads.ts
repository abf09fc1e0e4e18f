import Joi from 'joi';

import { validationFaultSchema, type ValidationFault } from '../errors.js';
import { bodySchema } from '../request-schema.js';
import { importOptionsSchema, leadData, leadDescription, sourceName } from '../sync/import-lead.js';
import { rowFaultCode } from '../sync/import-leads.js';

/** The most leads per validation; they have to fit into a body of the usual size. */
export const maximumValidatedLeads = 1000;

const onlyOne = 'Send either data (one lead) or leads (many)';

/** Body of `POST /validate/leads`. */
export const validateLeadsBody = bodySchema({
  source: sourceName.required(),
  /** Exactly one of `data` and `leads` is present. */
  data: leadData,
  leads: Joi.array()
    .items(Joi.any().description(`${leadDescription} An item that is not an object is not valid.`))
    .min(1)
    .max(maximumValidatedLeads)
    .description('Validated like the rows of one bulk import: a second row of the same person is not valid.'),
  options: importOptionsSchema.description(
    'The options of the intended import; only `strict` changes the result.',
  ),
})
  .xor('data', 'leads')
  .messages({ 'object.missing': onlyOne, 'object.xor': onlyOne });

/** What an import would report for one lead. */
export interface ValidateLeadResponse {
  /** Whether the import would accept the lead. */
  readonly valid: boolean;
  /** For a valid lead the warnings of its import; otherwise why the import would reject it. */
  readonly warnings: readonly string[];
  readonly suggestions: readonly string[];
  /** Only if the lead is not valid: the code of the row, and every error of the import. */
  readonly code?: string;
  readonly errors?: readonly ValidationFault[];
}

/** The response if `leads` was sent: one entry for each, in order. */
export interface ValidateLeadsResponse {
  readonly results: readonly ValidateLeadResponse[];
}

const texts = Joi.array().items(Joi.string()).required();

const validateLeadResponse = Joi.object<ValidateLeadResponse>({
  valid: Joi.boolean().required().description('Whether an import would accept the lead.'),
  warnings: texts.description(
    'The warnings of the import; for a lead that is not valid, why it would be rejected.',
  ),
  suggestions: texts,
  code: rowFaultCode,
  errors: Joi.array()
    .items(validationFaultSchema)
    .description('Every error, as in `details.errors` of an import.'),
});

export const validateLeadsResponse = Joi.alternatives<ValidateLeadResponse | ValidateLeadsResponse>().try(
  validateLeadResponse.description('If `data` was sent.'),
  Joi.object<ValidateLeadsResponse>({
    results: Joi.array().items(validateLeadResponse).required(),
  }).description('If `leads` was sent: one entry per lead, in the same order.'),
);
