import type { OpportunityListResponse, OpportunityView } from '@leadbridge/contracts';
import { STATUSES } from '@leadbridge/domain';

import { asStatus, asTime, column } from '../../parts/column.js';
import { formatDay, formatNumber } from '../../parts/format.js';
import { To } from '../../parts/links.js';
import { ListScreen, newestFirst } from '../../parts/list-screen.js';
import { sourceFilter } from '../../parts/source-label.js';

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
        sourceFilter,
      ]}
      rowsOf={({ opportunities }) => opportunities}
      keyOf={({ opportunity_id: id }) => String(id)}
      columns={[
        column(
          'Opportunity',
          ({ contact, opportunity_id: id }) => contact.company ?? contact.name ?? `Opportunity ${id}`,
          (name, { opportunity_id: id }) => <To path={`/opportunities/${id}`}>{name}</To>,
        ),
        column('Status', ({ status }) => status, asStatus),
        column('Value', ({ opportunity_data: { value } }) => value, formatNumber),
        column(
          'Probability',
          ({ opportunity_data: { probability } }) => probability,
          (probability) => `${probability} %`,
        ),
        column('Expected close', ({ opportunity_data: { expected_close_date: date } }) => date, formatDay),
        column('Changed', ({ updated_at: at }) => at, asTime),
      ]}
      empty="There are no opportunities. Qualified prospects become opportunities when they are promoted."
    />
  );
}
