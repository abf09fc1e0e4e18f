import { acceptedJob, type ResponseExamples } from './common.js';

const mapping = {
  name: 'Trade fairs',
  columns: [
    { column: 'Full name', field: 'name' },
    { column: 'Mail', field: 'email' },
    { column: 'Stand', field: null },
  ],
  updated_at: '2026-01-31T09:18:41.817Z',
  updated_by: 'Robin Sample',
};

export const importsExamples: ResponseExamples = {
  postSyncLeads: {
    200: {
      success: true,
      lead_id: 11,
      psa_ticket_id: 10010,
      actions_taken: ['lead_updated', 'custom_fields_populated', 'note_added'],
      result: 'updated',
      quality_score: 85,
      warnings: [],
      ticket_id: 10010,
      fields_updated: ['CF_108'],
      fields_preserved: ['CF_102'],
      manual_work_detected: false,
      dry_run: true,
      plan: {
        client: { action: 'reuse', id: 110, name: 'Example Software' },
        site: { action: 'reuse', id: 111, name: null },
        contact: { action: 'reuse', id: 112, changes: {} },
        ticket: {
          action: 'update',
          id: 10010,
          changes: { CF_108: { from: '51-200', to: '1001-5000' } },
          kept: { CF_102: { value: 'Software, Cloud', reason: 'not_longer' } },
        },
        lists: [],
        note: '2026-01-31T09:18:42.756Z Provider A. Updated: CF_108. Preserved: CF_102.',
        psa_requests: 2,
      },
    },
    201: {
      success: true,
      lead_id: 11,
      psa_ticket_id: 10010,
      actions_taken: ['lead_created', 'custom_fields_populated', 'list_assigned'],
      result: 'created',
      quality_score: 85,
      warnings: [],
      company_match: { rule: 'name', client_id: 110 },
    },
    202: acceptedJob,
  },
  postSyncLeadsBulk: {
    200: {
      total_processed: 3,
      successful: 2,
      failed: 1,
      results: [
        { index: 0, row: 1, success: true, lead_id: 13, result: 'created' },
        { index: 1, row: 2, success: true, lead_id: 14, result: 'created' },
      ],
      errors: [
        {
          index: 2,
          row: 3,
          error: 'Duplicate email address',
          code: 'DUPLICATE_IN_REQUEST',
          suggestion: 'The lead in row 1 is the same one; send the data of both as one lead',
        },
      ],
    },
    202: acceptedJob,
  },
  getImportMappings: { 200: { mappings: [mapping] } },
  putImportMappingsByName: { 200: mapping },
  postValidateLeads: {
    200: {
      valid: true,
      warnings: [],
      suggestions: [
        'Add both first and last name',
        "Add the company's name",
        'Add a phone number with its country code',
        'Add a job title',
        "Add the company's website",
        'The data quality score is 30 of 100',
      ],
    },
  },
};
