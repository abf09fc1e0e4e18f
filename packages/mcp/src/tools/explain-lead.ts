import type { components, Leadbridge } from '@leadbridge/client';

import { cursor, leadId } from '../arguments.js';
import { untrustedData, type CutLevel } from '../cut.js';
import { fit, fitPage } from '../fit.js';
import { jsonBytes } from '../json-bytes.js';
import { defineTool } from '../tool.js';
import { describeEntry } from './timeline-entry.js';

type LeadDetails = components['schemas']['LeadDetails'];

/** The rest is for the timeline. */
const maxHeadBytes = 5_000;
/** The bytes of the keys around the entries. */
const besideBytes = 80;

export const explainLead = defineTool({
  name: 'explain_lead',
  description:
    'Why a lead is as it is: for each field its source, time and job (job_id for plan_undo) and values not used, with the rule; and the timeline, newest first. With a cursor: more timeline.',
  keys: { lead_id: leadId.required(), cursor },
  run: async ({ lead_id: id, cursor: after }, api) => {
    const head = after === undefined ? await readHead(id, api) : { fields: {}, untrusted: {} };
    const { items, next } = await fitPage({
      besideBytes: besideBytes + jsonBytes(head),
      read: async (limit) => {
        const { data } = await api.GET('/leads/{lead_id}/timeline', {
          params: {
            path: { lead_id: id },
            query: { limit, ...(after === undefined ? {} : { cursor: after }) },
          },
        });
        return { items: data.timeline, next: data.pagination.next_cursor };
      },
      item: describeEntry,
    });
    return {
      lead_id: id,
      fields: head.fields,
      timeline: items,
      untrusted: head.untrusted,
      next_cursor: next,
    };
  },
});

async function readHead(leadId: number, api: Leadbridge): Promise<ReturnType<typeof describeFields>> {
  const { data } = await api.GET('/leads/{lead_id}', { params: { path: { lead_id: leadId } } });
  return fit((level) => describeFields(data, level), maxHeadBytes);
}

/** The origin of each field that has a value or was offered one; the values themselves are untrusted. */
function describeFields({ contact, fields }: LeadDetails, level: CutLevel) {
  const known = Object.entries(fields).filter(
    ([, { value, not_taken: offered }]) => value !== null || offered.length > 0,
  );
  const notUsed = known.filter(([, { not_taken: offered }]) => offered.length > 0);
  return {
    fields: Object.fromEntries(
      known.map(([name, { source, at, job_id: jobId, not_taken: offered }]) => [
        name,
        {
          source,
          at,
          job_id: jobId,
          ...(offered.length === 0
            ? {}
            : {
                not_taken: offered
                  .slice(0, level.items)
                  .map(({ source: from, rule, at: offeredAt }) => ({ source: from, rule, at: offeredAt })),
              }),
        },
      ]),
    ),
    untrusted: untrustedData(
      {
        name: contact.name,
        company: contact.company,
        fields: Object.fromEntries(known.map(([name, { value }]) => [name, value])),
        ...(notUsed.length === 0
          ? {}
          : {
              not_taken: Object.fromEntries(
                notUsed.map(([name, { not_taken: offered }]) => [name, offered.map(({ value }) => value)]),
              ),
            }),
      },
      level,
    ),
  };
}
