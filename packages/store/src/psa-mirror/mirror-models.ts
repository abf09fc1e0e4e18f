import type { MirroredItems, MirrorKind, MirrorState } from '@leadbridge/usecases';
import { Schema, type Connection, type Model } from 'mongoose';

/** An entity of the PSA, as it was observed. */
export interface MirrorDocument<K extends MirrorKind = MirrorKind> {
  /** The PSA's id. */
  _id: number;
  keys: string[];
  item: MirroredItems[K];
  observedAt: Date;
  /** The last scan of all pages that observed it; absent for one that none has yet. */
  round?: number;
}

const collections: Readonly<Record<MirrorKind, string>> = {
  tickets: 'psa_tickets',
  contacts: 'psa_contacts',
  clients: 'psa_clients',
};

export const mirrorKinds = Object.keys(collections) as readonly MirrorKind[];

function schemaOf(kind: MirrorKind): Schema<MirrorDocument> {
  const schema = new Schema<MirrorDocument>(
    {
      _id: { type: Number, required: true },
      keys: { type: [String], required: true },
      item: { type: Schema.Types.Mixed, required: true },
      observedAt: { type: Date, required: true },
      round: { type: Number },
    },
    { collection: collections[kind], versionKey: false, minimize: false },
  );
  schema.index({ keys: 1 });
  schema.index({ observedAt: 1 });
  schema.index({ round: 1 });
  return schema;
}

const schemas: Readonly<Record<MirrorKind, Schema<MirrorDocument>>> = {
  tickets: schemaOf('tickets'),
  contacts: schemaOf('contacts'),
  clients: schemaOf('clients'),
};

export function mirrorModel<K extends MirrorKind>(connection: Connection, kind: K): Model<MirrorDocument> {
  const name = `PsaMirror-${kind}`;
  return connection.models[name] ?? connection.model<MirrorDocument>(name, schemas[kind]);
}

export interface MirrorStateDocument extends Omit<MirrorState, 'kind'> {
  _id: MirrorKind;
}

const stateSchema = new Schema<MirrorStateDocument>(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    origin: { type: String, default: '' },
    order: { type: String, required: true },
    scan: { type: Schema.Types.Mixed, default: null },
    complete: { type: Schema.Types.Mixed, default: null },
    missing: { type: Number, required: true },
    watermark: { type: Number, required: true },
    nextWatermark: { type: Schema.Types.Mixed, required: true },
    lastPage: { type: Number, required: true },
    deltaAt: { type: Number, default: null },
    deltaScans: { type: Number, required: true },
    demandedSince: { type: Number, default: null },
    rebuildJobId: { type: String, default: null },
  },
  { collection: 'psa_mirror', versionKey: false, minimize: false },
);

export function mirrorStateModel(connection: Connection): Model<MirrorStateDocument> {
  return (
    connection.models['PsaMirrorState'] ??
    connection.model<MirrorStateDocument>('PsaMirrorState', stateSchema)
  );
}
