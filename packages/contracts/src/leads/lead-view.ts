import { STATUSES, UNDONE, type LeadStatus } from '@leadbridge/domain';
import Joi from 'joi';

import { paginationSchema, type Pagination } from '../paging.js';
import { qualificationView, type QualificationView } from '../records/qualification.js';
import { recordId } from '../records/formats.js';
import { recordListKeys, type RecordListQuery } from '../records/record-queries.js';
import { sharedRecordKeys, type SharedRecordView } from '../records/record-view.js';
import { textSchema } from '../request-schema.js';
import { fieldView, type FieldView } from './lead-fields.js';

/** The origin of a field's value. */
export interface FieldSourceView {
  readonly source: string;
  /** When that source's data arrived. */
  readonly at: string;
}

export interface LeadView extends SharedRecordView {
  readonly status: LeadStatus;
  readonly quality_score: number;
  /** By field (`first_name`, `company`, `CF_106`). */
  readonly field_sources: Readonly<Record<string, FieldSourceView>>;
  /** The id that `source` has for the lead, else that of another source; null if no source sent one. */
  readonly external_id: string | null;
  /**
   * Each source that has sent data for the lead, with the time of its latest data and its id for the lead.
   */
  readonly sources: readonly {
    readonly source: string;
    readonly received_at: string;
    readonly external_id: string | null;
  }[];
  /** The known data for a conversion. */
  readonly qualification_data: QualificationView;
  readonly prospect_id: number | null;
}

const time = Joi.string().isoDate().required();
const externalId = Joi.string().allow(null).required();

const leadKeys = {
  ...sharedRecordKeys,
  status: Joi.string()
    .valid(...STATUSES.lead, UNDONE)
    .required()
    .description('`undone`: the import that created it was undone.'),
  quality_score: Joi.number().integer().required(),
  external_id: externalId,
  field_sources: Joi.object()
    .pattern(Joi.string(), Joi.object<FieldSourceView>({ source: Joi.string().required(), at: time }))
    .required(),
  sources: Joi.array()
    .items(Joi.object({ source: Joi.string().required(), received_at: time, external_id: externalId }))
    .required(),
  qualification_data: qualificationView.required(),
  prospect_id: Joi.number().integer().allow(null).required(),
} as const;

export const leadView = Joi.object<LeadView>(leadKeys);

/** A lead with the value of each of its fields, and the values that were offered but not used. */
export interface LeadDetailsView extends LeadView {
  /**
   * By field (`first_name`, `phone`, `CF_106`): the value in the PSA since the last import; for other fields,
   * that of the record.
   */
  readonly fields: Readonly<Record<string, FieldView>>;
}

export const leadDetailsView = Joi.object<LeadDetailsView>({
  ...leadKeys,
  fields: Joi.object()
    .pattern(Joi.string(), fieldView)
    .required()
    .description(
      'By field (`first_name`, `phone`, `CF_106`): its value in the PSA as of the last import, or in the record for fields that the PSA does not have; who set it, when and in which job; and the values that were offered but not used, newest first.',
    ),
});

export interface LeadListAnswer {
  readonly leads: readonly LeadView[];
  readonly pagination: Pagination;
}

/** Query of `GET /leads`. */
export interface LeadListQuery extends RecordListQuery<LeadStatus> {
  readonly q?: string;
  readonly psa_ticket_id?: number;
  readonly external_id?: string;
}

export const leadListQuery = textSchema<LeadListQuery>({
  ...recordListKeys<LeadStatus>('leads', [...STATUSES.lead, UNDONE]),
  status: Joi.string()
    .valid(...STATUSES.lead, UNDONE)
    .description('Leads whose import was undone are only listed with `undone`.'),
  q: Joi.string()
    .max(200)
    .description(
      'Words, or beginnings of words, of the name, email, company or phone number. All must match.',
    ),
  psa_ticket_id: recordId.description('The lead of this ticket, even if it is now a prospect.'),
  external_id: Joi.string()
    .max(200)
    .description(
      'The lead that has this id in a source: in the given `source`, regardless of which source created the lead, or else in any source.',
    ),
});

export const leadListAnswer = Joi.object<LeadListAnswer>({
  leads: Joi.array().items(leadView).required(),
  pagination: paginationSchema.required(),
});
