import Joi from 'joi';

import { recordId } from '../records/formats.js';
import { bodySchema } from '../request-schema.js';
import type { IsRequired } from '../schema-types.js';
import {
  completeImportOptions,
  importOptionsSchema,
  singleImportOptionsSchema,
  type ImportOptions,
} from '../sync/import-lead.js';
import { batchOptionsSchema, completeBatchOptions, type BatchOptions } from '../sync/import-leads.js';
import { ifChangedChoices } from './commit-job.js';

export const ifChanged = Joi.string().valid(...ifChangedChoices);

/** For a job without any input. */
export const noInput = bodySchema<Readonly<Record<string, never>>>({});

export const ticketSync = Joi.object({
  notifications: Joi.array()
    .items(
      Joi.object({
        ticketId: recordId.required(),
        /** As they were received. */
        changes: Joi.object().unknown(true).required(),
        /** True if the PSA did not say in a known form what has changed: the ticket is compared with the record. */
        isUntold: Joi.boolean(),
        /** True if the record is to follow the ticket even where the lifecycle does not allow it. */
        isForced: Joi.boolean(),
      }),
    )
    .required(),
  /** True if they were sent as an array; the response is then an array too. */
  isList: Joi.boolean().required(),
});

/** In a list if `storedJobInput` stored them like that. */
function importOptionsOf<T extends Partial<ImportOptions>>(
  schema: Joi.ObjectSchema<T>,
): Joi.AlternativesSchema<ImportOptions & T> & IsRequired;
function importOptionsOf(schema: Joi.ObjectSchema): Joi.AlternativesSchema {
  return Joi.alternatives(schema, Joi.array().items(schema).length(1))
    .custom((options: Partial<ImportOptions> | readonly Partial<ImportOptions>[]) =>
      completeImportOptions([options].flat()[0]),
    )
    .default(() => completeImportOptions());
}

function batchOptionsOf(schema: Joi.ObjectSchema): Joi.ObjectSchema<BatchOptions> & IsRequired;
function batchOptionsOf(schema: Joi.ObjectSchema): Joi.ObjectSchema {
  return schema.custom(completeBatchOptions).default(() => completeBatchOptions());
}

export const importOptions = importOptionsOf(importOptionsSchema);
export const singleImportOptions = importOptionsOf(singleImportOptionsSchema);
export const batchOptions = batchOptionsOf(batchOptionsSchema);
