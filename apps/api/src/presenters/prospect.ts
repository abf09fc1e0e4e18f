import type { ProspectView } from '@leadbridge/contracts';
import type { ProspectRecord } from '@leadbridge/usecases';

import { presentQualification, presentShared } from './shared-record.js';

export function presentProspect(prospect: ProspectRecord): ProspectView {
  return {
    ...presentShared(prospect, 'prospect'),
    prospect_id: prospect.prospectId,
    status: prospect.status,
    qualification_data: presentQualification(prospect.qualification),
    next_action: prospect.nextAction,
    next_action_date: prospect.nextActionDate,
    opportunity_id: prospect.opportunityId,
  };
}
