import type { LeadListResponse, LeadView } from '@leadbridge/contracts';
import { STATUSES } from '@leadbridge/domain';

import { asStatus, asTime, column } from '../../parts/column.js';
import { To } from '../../parts/links.js';
import { ListScreen, newestFirst } from '../../parts/list-screen.js';
import { sourceFilter, sourceLabel } from '../../parts/source-label.js';

export function Leads() {
  return (
    <ListScreen<LeadView, LeadListResponse>
      title="Leads"
      path="/leads"
      fixed={newestFirst}
      filters={[
        { name: 'q', label: 'Name, email, company or phone', isSearch: true },
        { name: 'status', label: 'Status', values: [...STATUSES.lead, 'undone'] },
        sourceFilter,
        { name: 'psa_ticket_id', label: 'Ticket' },
        { name: 'updated_since', label: 'Changed since', type: 'date' },
      ]}
      rowsOf={({ leads }) => leads}
      keyOf={({ lead_id: id }) => String(id)}
      columns={[
        column(
          'Lead',
          ({ contact, lead_id: id }) => contact.name ?? contact.email ?? `Lead ${id}`,
          (name, { lead_id: id }) => <To path={`/leads/${id}`}>{name}</To>,
        ),
        column('Company', ({ contact }) => contact.company),
        column('Email', ({ contact }) => contact.email),
        column('Status', ({ status }) => status, asStatus),
        column('Source', ({ source }) => sourceLabel(source)),
        column('Changed', ({ updated_at: at }) => at, asTime),
      ]}
      empty="There are no leads. Import a file."
      noMatch="No leads match. Clear a filter or import a file."
    />
  );
}
