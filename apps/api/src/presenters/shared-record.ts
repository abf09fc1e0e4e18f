import { allowedStatuses, customFieldName, personName } from '@leadbridge/domain';
import type { CustomFieldValue, Lead, RecordKind, Status } from '@leadbridge/domain';
import type { LifecycleRecord } from '@leadbridge/usecases';

/** The record with what responses show of it under other names, the same for a lead, a prospect and an opportunity. */
export function withSharedFields<R extends LifecycleRecord & { readonly status: Status }>(
  record: R,
  kind: RecordKind,
) {
  const { lead, qualification: qualificationData } = record;
  const { company, customFields } = lead;
  return {
    ...record,
    contact: {
      ...lead,
      name: personName(lead),
      title: lead.jobTitle,
      company: company.name,
      website: company.website,
      companyPhone: company.phone,
    },
    /** The research texts; three of them are custom fields. */
    research: {
      ...lead.research,
      servicesOffered: textOf(customFields[102]),
      growthSignals: textOf(customFields[103]),
      projectPipelines: textOf(customFields[104]),
    },
    customFields: presentCustomFields(lead),
    allowedStatuses: allowedStatuses(kind, record.status),
    qualificationData,
  };
}

function presentCustomFields({ customFields }: Lead): Record<string, CustomFieldValue> {
  return Object.fromEntries(
    Object.entries(customFields).flatMap(([id, value]) =>
      value === undefined ? [] : [[customFieldName(Number(id)), value]],
    ),
  );
}

function textOf(value: CustomFieldValue | undefined): string | null {
  return value === undefined ? null : String(value);
}
