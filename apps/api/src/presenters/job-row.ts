import { importResults, suppressionGates, undoResults } from '@leadbridge/contracts';
import type { JobRowView, RowResult, SuppressedBy, UndoneFields } from '@leadbridge/contracts';
import type { JobRow } from '@leadbridge/usecases';

/** One row of a bulk import or of an undo as callers see it. */
export function presentRow(row: JobRow): JobRowView {
  const { index, status } = row;
  const outcome = row.outcome ?? {};
  if (status === 'pending') {
    return { index, success: null };
  }
  if (status === 'failed') {
    const suggestion = outcome['suggestion'];
    return {
      index,
      success: false,
      error: textOf(outcome['error'], 'The lead was not imported'),
      code: textOf(outcome['code'], 'INTERNAL_ERROR'),
      ...(typeof suggestion === 'string' ? { suggestion } : {}),
      ...plansOf(row),
    };
  }
  const result = resultOf(outcome['result']);
  const { reason } = outcome;
  const warnings = textsOf(outcome['warnings']);
  return {
    index,
    success: true,
    lead_id: numberOf(outcome['lead_id']),
    psa_ticket_id: numberOf(outcome['psa_ticket_id']),
    ...(result === undefined ? {} : { result }),
    ...(typeof reason === 'string' ? { reason } : {}),
    ...undoneFields(outcome),
    ...suppressedBy(outcome),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...plansOf(row),
  };
}

function plansOf({ plan, planned, current }: JobRow): Pick<JobRowView, 'plan' | 'planned' | 'current'> {
  return {
    ...(plan === undefined ? {} : { plan }),
    ...(planned === undefined ? {} : { planned }),
    ...(current === undefined ? {} : { current }),
  };
}

function suppressedBy(outcome: Readonly<Record<string, unknown>>): SuppressedBy {
  const { suppression_id: suppressionId } = outcome;
  const gate = suppressionGates.find((each) => each === outcome['suppressed_by']);
  return {
    ...(gate === undefined ? {} : { suppressed_by: gate }),
    ...(typeof suppressionId === 'string' ? { suppression_id: suppressionId } : {}),
  };
}

function undoneFields(outcome: Readonly<Record<string, unknown>>): UndoneFields {
  const { fields_restored: restored, fields_kept: kept } = outcome;
  return {
    ...(restored === undefined ? {} : { fields_restored: textsOf(restored) }),
    ...(kept === undefined ? {} : { fields_kept: textsOf(kept) }),
  };
}

function textOf(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function resultOf(value: unknown): RowResult | undefined {
  return [...importResults, ...undoResults].find((result) => result === value);
}
