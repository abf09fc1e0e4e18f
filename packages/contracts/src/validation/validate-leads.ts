import Joi from 'joi';

import { validationFaultSchema } from '../errors.js';
import { bodySchema } from '../request-schema.js';
import { importOptionsSchema, leadData, leadDescription, sourceName } from '../sync/import-lead.js';
import { rowFaultCode } from '../sync/import-leads.js';
import type { ValueOf } from '../schema-types.js';

/** The most leads per validation; they have to fit into a body of the usual size. */
export const maximumValidatedLeads = 1000;

const onlyOne = 'Send either data (one lead) or leads (many)';

export const validateLeadsBody = bodySchema({
  source: sourceName.required(),
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

const texts = Joi.array().items(Joi.string()).required();

const validateLeadResponse = Joi.object({
  valid: Joi.boolean().required().description('Whether an import would accept the lead.'),
  warnings: texts.description(
    'The warnings of the import; for a lead that is not valid, why it would be rejected.',
  ),
  suggestions: texts,
  /** Only if the lead is not valid: the code of the row, and every error of the import. */
  code: rowFaultCode,
  errors: Joi.array()
    .items(validationFaultSchema)
    .description('Every error, as in `details.errors` of an import.'),
});
/** What an import would report for one lead. */
export type ValidateLeadResponse = ValueOf<typeof validateLeadResponse>;

export const validateLeadsResponse = Joi.alternatives(
  validateLeadResponse.description('If `data` was sent.'),
  Joi.object({
    results: Joi.array().items(validateLeadResponse).required(),
  }).description('If `leads` was sent: one entry per lead, in the same order.'),
);
