import type { ProspectListResponse, ProspectView } from '@leadbridge/contracts';
import { STATUSES } from '@leadbridge/domain';

import { asStatus, asTime, column } from '../../parts/column.js';
import { To } from '../../parts/links.js';
import { ListScreen, newestFirst } from '../../parts/list-screen.js';
import { sourceFilter } from '../../parts/source-label.js';

export function Prospects() {
  return (
    <ListScreen<ProspectView, ProspectListResponse>
      title="Prospects"
      path="/prospects"
      fixed={newestFirst}
      filters={[
        { name: 'status', label: 'Status', values: STATUSES.prospect },
        { name: 'company', label: 'Company', isSearch: true },
        { name: 'email', label: 'Email' },
        sourceFilter,
      ]}
      rowsOf={({ prospects }) => prospects}
      keyOf={({ prospect_id: id }) => String(id)}
      columns={[
        column(
          'Prospect',
          ({ contact, prospect_id: id }) => contact.name ?? contact.email ?? `Prospect ${id}`,
          (name, { prospect_id: id }) => <To path={`/prospects/${id}`}>{name}</To>,
        ),
        column('Company', ({ contact }) => contact.company),
        column('Status', ({ status }) => status, asStatus),
        {
          name: 'Next action',
          show: ({ next_action: action, next_action_date: date }) =>
            [date, action].filter((text) => text !== null).join(': ') || '–',
          sortBy: ({ next_action_date: date }) => date,
        },
        column('Changed', ({ updated_at: at }) => at, asTime),
      ]}
      empty="There are no prospects. Leads become prospects when they are converted."
    />
  );
}
