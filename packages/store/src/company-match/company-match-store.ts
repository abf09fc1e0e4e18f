import type { CompanyAliases, CompanyMatchStore, MatchDecision } from '@leadbridge/usecases';
import type { ClientSession, Connection, mongo } from 'mongoose';

import { writeAudit } from '../audit/write-audit.js';
import { collectionOf } from '../collection-of.js';
import {
  mirroredId,
  mirrorModel,
  mirrorStateModel,
  type MirrorDocument,
} from '../psa-mirror/mirror-models.js';
import { listPage } from '../read-page.js';
import { reopenLost } from './import-matches.js';
import { companyMatchModel, presentMatch, type CompanyMatchDocument } from './company-match-model.js';

export function createCompanyMatchStore(connection: Connection): CompanyMatchStore & CompanyAliases {
  const matches = companyMatchModel(connection);
  return {
    async list({ status, ...query }) {
      const filter = status === undefined ? {} : { status: { $eq: status } };
      const order = { createdAt: -1, _id: -1 } as const;
      return await listPage(matches, query, { filter, order, present: presentMatch });
    },

    async decide(matchId, choice, at, audit) {
      return await connection.transaction(async (session) => {
        const before = await matches
          .findOne({ _id: { $eq: matchId } })
          .session(session)
          .lean<CompanyMatchDocument>();
        if (before === null) {
          return 'unknown';
        }
        const decision = await decisionOf(connection, before, choice, session);
        if (decision === null) {
          return 'no_client';
        }
        if (isSame(before.decision, decision)) {
          return presentMatch(before);
        }
        const after: CompanyMatchDocument = {
          ...before,
          status: 'decided',
          decision,
          decidedAt: new Date(at),
        };
        // Of two concurrent decisions, the second starts again and replaces the first.
        await collectionOf<CompanyMatchDocument>(matches).replaceOne({ _id: matchId }, after, { session });
        const shown = presentMatch(after);
        await writeAudit(connection, audit(presentMatch(before), shown), new Date(at), session);
        return shown;
      });
    },

    reopenLost: async () => reopenLost(connection),

    async remember(aliases, at) {
      if (aliases.length > 0) {
        await collectionOf(matches).bulkWrite(aliases.map((alias) => aliasUpsert(alias, new Date(at))));
      }
    },
  };
}

type CompanyAlias = Parameters<CompanyAliases['remember']>[0][number];

/** Null if the PSA does not have the client. */
async function decisionOf(
  connection: Connection,
  { candidates }: CompanyMatchDocument,
  choice: Parameters<CompanyMatchStore['decide']>[1],
  session: ClientSession,
): Promise<MatchDecision | null> {
  if ('separate' in choice) {
    return { separate: true };
  }
  const { clientId } = choice;
  const mirrored = await mirrorModel(connection)
    .findOne({ _id: mirroredId('clients', clientId) })
    .session(session)
    .lean<MirrorDocument>();
  if (mirrored !== null) {
    return { clientId, name: nameOf(mirrored.item) };
  }
  // Without a whole mirror, only what imports have found in the PSA is known.
  const state = await mirrorStateModel(connection).findById('clients').session(session).lean();
  const candidate = candidates.find((each) => each.clientId === clientId);
  return candidate === undefined || (state?.complete ?? null) !== null
    ? null
    : { clientId, name: candidate.name };
}

function nameOf(item: MirrorDocument['item']): string {
  return 'name' in item ? item.name : '';
}

function isSame(before: MatchDecision | null, next: MatchDecision): boolean {
  if (before === null || 'separate' in before || 'separate' in next) {
    return before !== null && 'separate' in before && 'separate' in next;
  }
  return before.clientId === next.clientId;
}

function aliasUpsert(
  { matchId, companyKey, company, domain, candidates, decision }: CompanyAlias,
  at: Date,
): mongo.AnyBulkWriteOperation<CompanyMatchDocument> {
  return {
    updateOne: {
      filter: { _id: matchId },
      update: {
        $set: { company, candidates: [...candidates], decision, status: 'decided', decidedAt: at },
        $setOnInsert: { companyKey, domain, reason: 'several_clients', leadIds: [], createdAt: at },
      },
      upsert: true,
    },
  };
}
