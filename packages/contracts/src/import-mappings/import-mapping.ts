import { FLAT_FIELDS } from '@leadbridge/domain';
import Joi from 'joi';

import { bodySchema, textSchema } from '../request-schema.js';

/** What a column of a file is mapped to: a field of a lead, or nothing. */
export interface MappedColumn {
  readonly column: string;
  readonly field: string | null;
}

/**
 * A saved mapping from the columns of a provider's files to fields, under a name, for all users who import.
 */
export interface ImportMappingView {
  readonly name: string;
  readonly columns: readonly MappedColumn[];
  readonly updated_at: string;
  /** The name of the person or key that last saved it. */
  readonly updated_by: string;
}

export const maxImportMappings = 200;
const maxNameLength = 60;
const maxColumns = 500;
const maxColumnLength = 200;

const columns = Joi.array()
  .items(
    Joi.object<MappedColumn>({
      column: Joi.string().max(maxColumnLength).required().description('The header of the column.'),
      field: Joi.string()
        .valid(...FLAT_FIELDS)
        .allow(null)
        .required()
        .description('Null for a column that is not imported.'),
    }),
  )
  .min(1)
  .max(maxColumns)
  .unique('column')
  .required();

/** Body of `PUT /import-mappings/{name}`. */
export const importMappingBody = bodySchema<Pick<ImportMappingView, 'columns'>>({ columns });

export const importMappingParams = textSchema<Pick<ImportMappingView, 'name'>>({
  name: Joi.string()
    .trim()
    .max(maxNameLength)
    .pattern(/^\P{Cc}+$/u, 'a text on one line')
    .required()
    .description('For example: Trade fairs.'),
});

export const importMappingSchema = Joi.object<ImportMappingView>({
  name: Joi.string().required(),
  columns,
  updated_at: Joi.string().isoDate().required(),
  updated_by: Joi.string().required(),
});

export const importMappingListResponse = Joi.object<{ mappings: readonly ImportMappingView[] }>({
  mappings: Joi.array().items(importMappingSchema).required(),
});
