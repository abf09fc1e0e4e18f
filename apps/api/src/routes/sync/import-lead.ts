import { completeImportOptions, importLeadResponse, importLeadBody } from '@leadbridge/contracts';

import { createdWithResult, withResult } from '../../pipeline/job-response.js';
import { defineJobRoute } from '../../pipeline/job-route.js';
import { requestedSource } from '../requested-source.js';
import { checkLeadSize } from './check-lead-size.js';

export const importLead = defineJobRoute({
  method: 'post',
  path: '/sync/leads',
  permission: 'data.sync',
  summary: 'Import one lead',
  tags: ['Import'],
  request: { body: importLeadBody },
  responses: {
    200: {
      description: 'An existing lead was updated, skipped or preserved; or the result of a dry run.',
      schema: importLeadResponse,
    },
    201: { description: 'The lead was created.', schema: importLeadResponse },
  },
  limits: ['sync'],
  writesNothing: ({ body: { options } }) => options?.dry_run === true,
  job: 'lead_import',
  plan: ({ body, services }) => {
    const source = requestedSource(body.source, services);
    checkLeadSize(body.data, 'data');
    return {
      input: { source: source.name, data: body.data, options: completeImportOptions(body.options) },
    };
  },
  present: (record) =>
    record.result?.result === 'created' && record.result.dryRun !== true
      ? createdWithResult(record)
      : withResult(record),
});
