import { prospectView, wireForm, type ProspectView } from '@leadbridge/contracts';
import type { ProspectRecord } from '@leadbridge/usecases';

import { withSharedFields } from './shared-record.js';

export function presentProspect(prospect: ProspectRecord): ProspectView {
  return wireForm(prospectView, withSharedFields(prospect, 'prospect'));
}
