import { FLAT_FIELDS } from '@leadbridge/domain';
import Joi from 'joi';

import { bodySchema, textSchema } from '../request-schema.js';
import type { ValueOf } from '../schema-types.js';

export const maxImportMappings = 200;
const maxNameLength = 60;
const maxColumns = 500;
const maxColumnLength = 200;

/** Stored mappings name them as plain texts. */
const fields: readonly string[] = FLAT_FIELDS;

const mappedColumn = Joi.object({
  column: Joi.string().max(maxColumnLength).required().description('The header of the column.'),
  field: Joi.string()
    .valid(...fields)
    .allow(null)
    .required()
    .description('Null for a column that is not imported.'),
});
/** What a column of a file is mapped to: a field of a lead, or nothing. */
export type MappedColumn = ValueOf<typeof mappedColumn>;

const columns = Joi.array().items(mappedColumn).min(1).max(maxColumns).unique('column').required();

export const importMappingBody = bodySchema({ columns });

export const importMappingParams = textSchema({
  name: Joi.string()
    .trim()
    .max(maxNameLength)
    .pattern(/^\P{Cc}+$/u, 'a text on one line')
    .required()
    .description('For example: Trade fairs.'),
});

export const importMappingSchema = Joi.object({
  name: Joi.string().required(),
  columns,
  updated_at: Joi.string().isoDate().required(),
  /** The name of the person or key that last saved it. */
  updated_by: Joi.string().required(),
});
/** From the columns of a provider's files to fields, under a name, for all users who import. */
export type ImportMappingView = ValueOf<typeof importMappingSchema>;

export const importMappingListResponse = Joi.object({
  mappings: Joi.array().items(importMappingSchema).required(),
});
