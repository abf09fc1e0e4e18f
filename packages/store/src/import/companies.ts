import type { ImportStore, KnownCompany } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { unawaited } from '../write-concern.js';
import { companyModel, type CompanyDocument } from './company-model.js';

export function createCompanies(connection: Connection) {
  const companies = companyModel(connection);
  return {
    async findCompanies(companyKeys) {
      const documents = await companies.find({ _id: { $in: [...companyKeys] } }).lean<CompanyDocument[]>();
      return new Map(documents.map((document) => [document._id, knownCompany(document)]));
    },

    async rememberCompanies(known) {
      if (known.length > 0) {
        const updatedAt = new Date();
        await collectionOf(companies).bulkWrite(
          known.map(({ companyKey, clientId, siteId }) => ({
            updateOne: {
              filter: { _id: companyKey },
              update: { $set: { clientId, siteId, updatedAt } },
              upsert: true,
            },
          })),
          { ordered: false, ...unawaited },
        );
      }
    },

    async forgetCompanies(clientIds) {
      await companies.deleteMany({ clientId: { $in: [...clientIds] } });
    },

    async forgetFormerCompanies(created) {
      const isShared = created.map(({ companyKey, clientId }) => ({ clientId, _id: { $ne: companyKey } }));
      const former =
        isShared.length === 0
          ? null
          : await companies
              .findOne({ $or: isShared })
              .sort({ clientId: 1 })
              .select({ clientId: 1 })
              .lean<Pick<CompanyDocument, 'clientId'>>();
      if (former !== null) {
        await companies.deleteMany({ clientId: { $gte: former.clientId } });
      }
    },
  } satisfies Partial<ImportStore>;
}

export function knownCompany({ _id: companyKey, clientId, siteId }: CompanyDocument): KnownCompany {
  return { companyKey, clientId, siteId };
}
