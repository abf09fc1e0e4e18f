import type { LeadListResponse, LeadView } from '@leadbridge/contracts';
import { STATUSES } from '@leadbridge/domain';

import { To } from '../../parts/links.js';
import { ListScreen, newestFirst } from '../../parts/list-screen.js';
import { sourceLabel } from '../../parts/source-label.js';
import { Status } from '../../parts/status.js';
import { Time } from '../../parts/time.js';

export function Leads() {
  return (
    <ListScreen<LeadView, LeadListResponse>
      title="Leads"
      path="/leads"
      fixed={newestFirst}
      filters={[
        { name: 'q', label: 'Name, email, company or phone', isSearch: true },
        { name: 'status', label: 'Status', values: [...STATUSES.lead, 'undone'] },
        { name: 'source', label: 'Source' },
        { name: 'psa_ticket_id', label: 'Ticket' },
        { name: 'updated_since', label: 'Changed since', type: 'date' },
      ]}
      rowsOf={({ leads }) => leads}
      keyOf={({ lead_id: id }) => String(id)}
      columns={[
        {
          name: 'Lead',
          show: ({ lead_id: id, contact }) => (
            <To path={`/leads/${id}`}>{contact.name ?? contact.email ?? `Lead ${id}`}</To>
          ),
          sortBy: ({ contact }) => contact.name ?? contact.email,
        },
        {
          name: 'Company',
          show: ({ contact }) => contact.company ?? '–',
          sortBy: ({ contact }) => contact.company,
        },
        {
          name: 'Email',
          show: ({ contact }) => contact.email ?? '–',
          sortBy: ({ contact }) => contact.email,
        },
        {
          name: 'Status',
          show: ({ status }) => <Status value={status} />,
          sortBy: ({ status }) => status,
        },
        {
          name: 'Source',
          show: ({ source }) => sourceLabel(source),
          sortBy: ({ source }) => sourceLabel(source),
        },
        {
          name: 'Changed',
          show: ({ updated_at: at }) => <Time iso={at} />,
          sortBy: ({ updated_at: at }) => at,
        },
      ]}
      empty="No leads match. Clear a filter or import a file."
    />
  );
}
