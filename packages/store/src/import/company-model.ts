import { Schema, type Connection, type Model } from 'mongoose';

/** Which client and site of the PSA stand for a company. */
export interface CompanyDocument {
  /** The company's normal form. */
  _id: string;
  clientId: number;
  siteId: number;
  updatedAt: Date;
}

const schema = new Schema<CompanyDocument>(
  {
    _id: { type: String, required: true },
    clientId: { type: Number, required: true },
    siteId: { type: Number, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'companies', versionKey: false },
);
schema.index({ clientId: 1 });

export function companyModel(connection: Connection): Model<CompanyDocument> {
  return connection.models['Company'] ?? connection.model<CompanyDocument>('Company', schema);
}
