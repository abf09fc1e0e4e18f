import type { OpportunityListResponse, OpportunityView } from '@leadbridge/contracts';
import { STATUSES } from '@leadbridge/domain';

import { formatDay, formatNumber } from '../../parts/format.js';
import { To } from '../../parts/links.js';
import { ListScreen, newestFirst } from '../../parts/list-screen.js';
import { Status } from '../../parts/status.js';
import { Time } from '../../parts/time.js';

export function Opportunities() {
  return (
    <ListScreen<OpportunityView, OpportunityListResponse>
      title="Opportunities"
      path="/opportunities"
      fixed={newestFirst}
      filters={[
        { name: 'status', label: 'Status', values: STATUSES.opportunity },
        { name: 'company', label: 'Company', isSearch: true },
        { name: 'email', label: 'Email' },
        { name: 'source', label: 'Source' },
      ]}
      rowsOf={({ opportunities }) => opportunities}
      keyOf={({ opportunity_id: id }) => String(id)}
      columns={[
        {
          name: 'Opportunity',
          show: ({ opportunity_id: id, contact }) => (
            <To path={`/opportunities/${id}`}>{contact.company ?? contact.name ?? `Opportunity ${id}`}</To>
          ),
          sortBy: ({ contact }) => contact.company ?? contact.name,
        },
        {
          name: 'Status',
          show: ({ status }) => <Status value={status} />,
          sortBy: ({ status }) => status,
        },
        {
          name: 'Value',
          show: ({ opportunity_data: { value } }) => (value === null ? '–' : formatNumber(value)),
          sortBy: ({ opportunity_data: { value } }) => value,
        },
        {
          name: 'Probability',
          show: ({ opportunity_data: { probability } }) => (probability === null ? '–' : `${probability} %`),
          sortBy: ({ opportunity_data: { probability } }) => probability,
        },
        {
          name: 'Expected close',
          show: ({ opportunity_data: { expected_close_date: date } }) =>
            date === null ? '–' : formatDay(date),
          sortBy: ({ opportunity_data: { expected_close_date: date } }) => date,
        },
        {
          name: 'Changed',
          show: ({ updated_at: at }) => <Time iso={at} />,
          sortBy: ({ updated_at: at }) => at,
        },
      ]}
      empty="No opportunities match. Qualified prospects become opportunities when they are promoted."
    />
  );
}
