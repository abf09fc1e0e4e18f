import type { Erasure, MirroredItems, MirrorKind, MirrorState } from '@leadbridge/usecases';
import type { Connection, PipelineStage } from 'mongoose';

import { defineModel, type DocumentOf } from '../define-model.js';
import { removed } from '../erasure-rule.js';
import { date, mixed, number, text, texts } from '../fields.js';

export const mirrorKinds: readonly MirrorKind[] = ['tickets', 'contacts', 'clients'];

/** An entity is identified by its kind and the PSA's id: the order of the fields is part of the id. */
interface MirroredId {
  readonly kind: MirrorKind;
  readonly id: number;
}

export function mirroredId(kind: MirrorKind, id: number): MirroredId {
  return { kind, id };
}

/** The filter of the entities of a kind whose ids are greater than `from` and less than `to`. */
export function idsBetween(kind: MirrorKind, from = -Infinity, to = Infinity) {
  return { _id: { $gt: mirroredId(kind, from), $lt: mirroredId(kind, to) } };
}

/** The entities of a person, by their known ids and keys. They are mirrored again as long as the PSA has them. */
function ofPerson({ psa, leadKeys, companyKeys, person }: Erasure) {
  const keys = [...leadKeys, ...person.emails.map((email) => `email:${email}`)];
  const contacts = psa.contactIds.map((id) => `contact:${id}`);
  const known = [
    { kind: 'tickets', ids: psa.ticketIds, keys: [...keys, ...contacts] },
    { kind: 'contacts', ids: psa.contactIds, keys },
    { kind: 'clients', ids: psa.clientIds, keys: companyKeys },
  ] as const;
  const filters = known.flatMap(({ kind, ids, keys: names }) => [
    { _id: { $in: ids.map((id) => mirroredId(kind, id)) } },
    { '_id.kind': kind, keys: { $in: [...names] } },
  ]);
  return { $or: filters };
}

/** Entities of the PSA, as they were observed: of all kinds, so that one command writes what a lead has changed. */
export const mirrorModel = defineModel({
  name: 'PsaRecord',
  collection: 'psa_records',
  fields: {
    _id: mixed<MirroredId>(),
    keys: texts().personal(),
    domain: text().optional().personal(),
    item: mixed<MirroredItems[MirrorKind]>().personal(),
    observedAt: date(),
    /** If its custom fields were observed earlier than the rest. */
    fieldsObservedAt: date().optional(),
    /** The last scan of all pages that observed it; missing if there was none. */
    round: number().optional(),
  },
  // None begins with the kind: each would serve any query of a kind then, and MongoDB might choose it for one of keys.
  indexes: [
    [{ keys: 1, '_id.kind': 1 }],
    [{ observedAt: 1, '_id.kind': 1 }],
    [{ round: 1, '_id.kind': 1 }],
    // The clients of contacts are in it, so that those of a large company need not be read.
    [
      { domain: 1, '_id.kind': 1, 'item.clientId': 1 },
      { partialFilterExpression: { domain: { $exists: true } } },
    ],
  ],
  erasure: removed(ofPerson),
  minimize: false,
});

export type MirrorDocument = DocumentOf<typeof mirrorModel>;

/** The document of a client, whose id is the value of the field `clientIdField`, for `$lookup`. */
export function lookUpClient(
  connection: Connection,
  clientIdField: string,
  as: string,
): [PipelineStage.Set, PipelineStage.Lookup, PipelineStage.Unset] {
  return [
    { $set: { mirroredId: { kind: 'clients', id: `$${clientIdField}` } } },
    {
      $lookup: {
        from: mirrorModel(connection).collection.collectionName,
        ...{ localField: 'mirroredId', foreignField: '_id', as },
      },
    },
    { $unset: 'mirroredId' },
  ];
}

/** The other fields are as in `MirrorState`. */
export const mirrorStateModel = defineModel({
  name: 'PsaMirrorState',
  collection: 'psa_mirror',
  fields: {
    _id: text<MirrorKind>(),
    version: number(),
    origin: text().orDefault(''),
    order: text<MirrorState['order']>(),
    scan: mixed<MirrorState['scan']>().orNull(),
    complete: mixed<MirrorState['complete']>().orNull(),
    missing: number(),
    /** Missing in a state that an earlier release has saved. */
    unseen: number().optional(),
    watermark: number(),
    nextWatermark: mixed<MirrorState['nextWatermark']>(),
    lastPage: number(),
    deltaAt: number().orNull(),
    deltaScans: number(),
    demandedSince: number().orNull(),
    rebuildJobId: text().orNull(),
  },
  minimize: false,
});

export type MirrorStateDocument = DocumentOf<typeof mirrorStateModel>;
