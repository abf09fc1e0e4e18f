import { defineModel, type DocumentOf } from '../define-model.js';
import { removed } from '../erasure-rule.js';
import { date, number, text } from '../fields.js';

export const companyModel = defineModel({
  name: 'Company',
  collection: 'companies',
  fields: {
    /** The company's normal form, or that of the name of a person without a company. */
    _id: text().personal(),
    clientId: number(),
    siteId: number(),
    updatedAt: date(),
  },
  indexes: [[{ clientId: 1 }]],
  erasure: removed(
    // A lead without a company has a client that is named after the person.
    ({ companyKeys, psa }) => ({
      $or: [{ _id: { $in: [...companyKeys] } }, { clientId: { $in: [...psa.clientIds] } }],
    }),
    'companies',
  ),
});

export type CompanyDocument = DocumentOf<typeof companyModel>;
