import { Button, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import type { AcceptedReconciliation, Pagination, ReconciliationView } from '@leadbridge/contracts';

import { useWrite } from '../../api/hooks.js';
import { asStatus, column } from '../../parts/column.js';
import { formatNumber, inWords } from '../../parts/format.js';
import { To } from '../../parts/links.js';
import { ListScreen } from '../../parts/list-screen.js';
import { ErrorState } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { useMay } from '../../session/session.js';

type ListResponse = {
  readonly reconciliations: readonly ReconciliationView[];
  readonly pagination: Pagination;
};

/** Each comparison of the PSA with the records, and what it has found. */
export function Reconciliations() {
  const may = useMay();
  return (
    <ListScreen<ReconciliationView, ListResponse>
      title="Reconciliation"
      path="/reconciliations"
      actions={
        <>
          <To path="/company-matches?status=open">Company matches</To>
          {may('config.manage') ? <Compare /> : null}
        </>
      }
      rowsOf={({ reconciliations }) => reconciliations}
      keyOf={({ reconciliation_id: id }) => id}
      columns={[
        column(
          'Began',
          ({ started_at: at }) => at,
          (at, { reconciliation_id: id }) => (
            <To path={`/reconciliations/${id}`}>
              <Time iso={at} />
            </To>
          ),
        ),
        column('Status', ({ status }) => status, asStatus),
        column('Tickets', ({ tickets }) => tickets, formatNumber),
        { name: 'Findings', show: findingsInWords },
        column('Resolved', ({ resolved }) => resolved, formatNumber),
      ]}
      empty="The PSA has not been compared with the records yet. That happens every night."
    />
  );
}

/** The kinds that were found, with their number. */
function findingsInWords({ counts, status }: ReconciliationView): string {
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  return (
    found.map(([kind, count]) => `${inWords(kind)}: ${formatNumber(count)}`).join(', ') ||
    (status === 'completed' ? 'No differences' : '–')
  );
}

function Compare() {
  const write = useWrite<AcceptedReconciliation>(['/reconciliations']);
  const navigate = useNavigate();
  return (
    <Stack>
      <Button
        loading={write.isPending}
        onClick={() =>
          write.mutate(
            { method: 'POST', path: '/reconciliations', body: {} },
            {
              onSuccess: ({ reconciliation_id: id }) => void navigate({ to: `/reconciliations/${id}` }),
            },
          )
        }
      >
        Compare now
      </Button>
      <ErrorState error={write.error} />
    </Stack>
  );
}
