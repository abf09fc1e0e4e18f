import { defineModel, type DocumentOf } from '../define-model.js';
import { boolean, bytes, date, number, text } from '../fields.js';

export const idempotencyModel = defineModel({
  name: 'IdempotencyKey',
  collection: 'idempotency_keys',
  fields: {
    /** Hash of the credential and its key. */
    _id: text(),
    /** Hash of the method, the path and the body of the first request. */
    fingerprint: text(),
    state: text<'running' | 'done'>(),
    /** The holder of the running entry; a holder that was superseded can no longer end it. */
    holder: text(),
    leaseUntil: date(),
    /** The job that the request starts; its id is assigned before it exists. */
    jobId: text(),
    /** True if an earlier run of the same request ended without a response. */
    resumed: boolean(),
    /** Status of the first response; null while it runs. */
    status: number().orNull(),
    /** The first response, encrypted; null if the job contains it, or if it was erased. */
    sealed: bytes().orNull().personal().erasedTo(null),
    expiresAt: date(),
  },
  indexes: [[{ expiresAt: 1 }, { expireAfterSeconds: 0 }]],
  erasure: 'searched',
});

export type IdempotencyDocument = DocumentOf<typeof idempotencyModel>;
