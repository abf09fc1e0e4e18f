import type { LeadView } from '@leadbridge/contracts';

import { To } from '../../parts/links.js';

/** How far a lead has come: Lead, Prospect, Opportunity. */
export function Stages({
  lead,
  opportunityId,
}: {
  readonly lead: LeadView;
  readonly opportunityId: number | null;
}) {
  const { prospect_id: prospectId } = lead;
  const current = opportunityId !== null ? 2 : prospectId !== null ? 1 : 0;
  const stages = [
    'Lead',
    prospectId === null ? 'Prospect' : <To path={`/prospects/${prospectId}`}>Prospect</To>,
    opportunityId === null ? 'Opportunity' : <To path={`/opportunities/${opportunityId}`}>Opportunity</To>,
  ];
  return (
    <ol className="stages" aria-label="Stages">
      {stages.map((stage, index) => (
        <li
          key={index}
          className={index <= current ? 'reached' : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          {stage}
        </li>
      ))}
    </ol>
  );
}
