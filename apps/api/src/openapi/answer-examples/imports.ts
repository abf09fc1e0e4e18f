import { acceptedJob, type AnswerExamples } from './common.js';

export const importsExamples: AnswerExamples = {
  postSyncLeads: {
    200: {
      success: true,
      lead_id: 11,
      psa_ticket_id: 10010,
      actions_taken: [],
      result: 'skipped',
      quality_score: 85,
      warnings: [],
      ticket_id: 10010,
      reason: 'No new data to update',
    },
    201: {
      success: true,
      lead_id: 11,
      psa_ticket_id: 10010,
      actions_taken: ['lead_created', 'custom_fields_populated', 'list_assigned'],
      result: 'created',
      quality_score: 85,
      warnings: [],
    },
    202: acceptedJob,
  },
  postSyncLeadsBulk: {
    200: {
      total_processed: 3,
      successful: 2,
      failed: 1,
      results: [
        { index: 0, success: true, lead_id: 13, result: 'created' },
        { index: 1, success: true, lead_id: 14, result: 'created' },
      ],
      errors: [
        {
          index: 2,
          error: 'Duplicate email address',
          code: 'DUPLICATE_IN_REQUEST',
          suggestion: 'Row 0 of this request is the same lead; send its data in one row',
        },
      ],
    },
    202: acceptedJob,
  },
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
