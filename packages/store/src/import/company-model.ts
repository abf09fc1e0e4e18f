import { defineModel, type DocumentOf } from '../define-model.js';
import { date, number, text } from '../fields.js';

/** Which client and site of the PSA stand for a company. */
export const companyModel = defineModel({
  name: 'Company',
  collection: 'companies',
  fields: {
    /** The company's normal form. */
    _id: text(),
    clientId: number(),
    siteId: number(),
    updatedAt: date(),
  },
  indexes: [[{ clientId: 1 }]],
});

export type CompanyDocument = DocumentOf<typeof companyModel>;
