import type { Erasure, MirroredItems, MirrorKind, MirrorState } from '@leadbridge/usecases';
import type { Connection, Model } from 'mongoose';

import { defineModel, type DocumentOf, type Index } from '../define-model.js';
import { removed } from '../erasure-rule.js';
import { date, mixed, number, text, texts } from '../fields.js';

const collections: Readonly<Record<MirrorKind, string>> = {
  tickets: 'psa_tickets',
  contacts: 'psa_contacts',
  clients: 'psa_clients',
};

export const mirrorKinds = Object.keys(collections) as readonly MirrorKind[];

const ofDomain: Index = [
  { domain: 1, 'item.clientId': 1 },
  { partialFilterExpression: { domain: { $exists: true } } },
];

/** The ids and keys by which the entities of a person are known. They are mirrored again as long as the PSA has them. */
function knownOf({ psa, leadKeys, companyKeys, person }: Erasure) {
  const keys = [...leadKeys, ...person.emails.map((email) => `email:${email}`)];
  const contacts = psa.contactIds.map((id) => `contact:${id}`);
  return {
    tickets: { ids: psa.ticketIds, keys: [...keys, ...contacts] },
    contacts: { ids: psa.contactIds, keys },
    clients: { ids: psa.clientIds, keys: companyKeys },
  };
}

/** An entity of the PSA, as it was observed. */
function defineMirror(kind: MirrorKind) {
  return defineModel({
    name: `PsaMirror-${kind}`,
    collection: collections[kind],
    fields: {
      /** The PSA's id. */
      _id: number(),
      keys: texts().personal(),
      domain: text().optional().personal(),
      item: mixed<MirroredItems[MirrorKind]>().personal(),
      observedAt: date(),
      /** If its custom fields were observed earlier than the rest. */
      fieldsObservedAt: date().optional(),
      /** The last scan of all pages that observed it; missing if there was none. */
      round: number().optional(),
    },
    indexes: [
      [{ keys: 1 }],
      [{ observedAt: 1 }],
      [{ round: 1 }],
      // The clients of contacts are in it, so that those of a large company need not be read.
      ...(kind === 'tickets' ? [] : [ofDomain]),
    ],
    erasure: removed((of) => {
      const { ids, keys } = knownOf(of)[kind];
      return { $or: [{ _id: { $in: [...ids] } }, { keys: { $in: [...keys] } }] };
    }),
    minimize: false,
  });
}

export const mirrorModels = {
  tickets: defineMirror('tickets'),
  contacts: defineMirror('contacts'),
  clients: defineMirror('clients'),
};

export type MirrorDocument = DocumentOf<ReturnType<typeof defineMirror>>;

export function mirrorModel(connection: Connection, kind: MirrorKind): Model<MirrorDocument> {
  return mirrorModels[kind](connection);
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
