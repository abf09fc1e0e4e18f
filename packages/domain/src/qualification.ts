import { customFieldValues } from './custom-fields.js';
import type { CustomFieldValue, CustomFieldValues, FieldFault } from './model.js';
import { readInteger } from './quantity.js';

/** A prospect's qualification data; null if unknown. */
export interface QualificationData {
  readonly painPoints: string | null;
  readonly qualifiedServices: string | null;
  /** `Yes`, `No`, or the name of the person who decides. */
  readonly decisionMaker: string | null;
  readonly budgetRange: string | null;
  readonly timeframe: string | null;
  /** 0 to 100. */
  readonly fitScore: number | null;
  readonly qualificationNotes: string | null;
}

/** The lowest fit score that qualifies (specification, "States and transitions"). */
export const QUALIFYING_FIT_SCORE = 70;

/** Qualification data without any known value. */
export const NO_QUALIFICATION: QualificationData = {
  painPoints: null,
  qualifiedServices: null,
  decisionMaker: null,
  budgetRange: null,
  timeframe: null,
  fitScore: null,
  qualificationNotes: null,
};

type QualificationField = keyof QualificationData;

/** Each field's name in requests, its custom field, and its name for people. */
const FIELDS = {
  painPoints: { name: 'pain_points', id: 201, title: 'Confirmed pain points' },
  qualifiedServices: { name: 'qualified_services', id: 202, title: 'Qualified services' },
  decisionMaker: { name: 'decision_maker', id: 203, title: 'Decision maker' },
  budgetRange: { name: 'budget_range', id: 204, title: 'Budget range' },
  timeframe: { name: 'timeframe', id: 205, title: 'Timeframe' },
  fitScore: { name: 'fit_score', id: 206, title: 'Fit score' },
  qualificationNotes: { name: 'qualification_notes', id: null, title: 'Qualification notes' },
} as const satisfies Record<QualificationField, { name: string; id: number | null; title: string }>;

/** The fields that a conversion requires: those that the specification's request shows. */
const FOR_CONVERSION = ['painPoints', 'budgetRange', 'decisionMaker', 'fitScore'] as const;
/** The required attributes of a prospect (specification, "Prospect"). */
const REQUIRED = [
  'painPoints',
  'qualifiedServices',
  'decisionMaker',
  'budgetRange',
  'timeframe',
  'fitScore',
] as const;

const CRITERIA: readonly {
  field: QualificationField;
  isMet: (data: QualificationData) => boolean;
  message: string;
}[] = [
  {
    field: 'painPoints',
    isMet: (data) => isGiven(data.painPoints),
    message: 'Pain points must be confirmed',
  },
  {
    field: 'budgetRange',
    isMet: (data) => isGiven(data.budgetRange),
    message: 'A budget range must be identified',
  },
  { field: 'decisionMaker', isMet: hasDecisionMaker, message: 'Access to the decision maker is needed' },
  {
    field: 'timeframe',
    isMet: (data) => isGiven(data.timeframe),
    message: 'An implementation timeframe is needed',
  },
  {
    field: 'fitScore',
    isMet: (data) => (data.fitScore ?? 0) >= QUALIFYING_FIT_SCORE,
    message: `The fit score must be at least ${QUALIFYING_FIT_SCORE}`,
  },
];

/**
 * The qualification criteria that are not met; empty if the prospect may become `qualified`. A fit score
 * below 70 and a decision maker of `No` count as missing (specification, "States and transitions").
 */
export function unmetCriteria(data: QualificationData): FieldFault[] {
  return CRITERIA.filter(({ isMet }) => !isMet(data)).map(({ field, message }) =>
    fault(field, data, message),
  );
}

/** The fields that are missing to convert a lead to a prospect. */
export function missingForConversion(data: QualificationData): FieldFault[] {
  return missing(FOR_CONVERSION, data);
}

/** The required attributes of a prospect that are missing; `qualified` requires all. */
export function missingForQualified(data: QualificationData): FieldFault[] {
  return missing(REQUIRED, data);
}

/** What keeps a prospect from `qualified`: missing attributes before unmet criteria. */
export function qualifiedFaults(data: QualificationData): FieldFault[] {
  const absent = missingForQualified(data);
  return [
    ...absent,
    ...unmetCriteria(data).filter(({ field }) => !absent.some((other) => other.field === field)),
  ];
}

/** Merges newer data into older: a value that the newer data lacks stays. */
export function mergeQualification(
  older: QualificationData,
  newer: Partial<QualificationData>,
): QualificationData {
  const given = Object.entries(newer).filter(([, value]) => isGiven(value));
  return { ...older, ...Object.fromEntries(given) };
}

/** A decision maker as stored: `Yes` or `No` for a boolean, a text unchanged. */
export function decisionMakerText(value: boolean | string): string {
  if (typeof value === 'string') return value;
  return value ? 'Yes' : 'No';
}

/** CF_201 to CF_206. */
export function qualificationFields(data: QualificationData): CustomFieldValues {
  const values: Partial<Record<number, CustomFieldValue | null>> = {};
  for (const [field, { id }] of fieldEntries()) if (id !== null) values[id] = data[field];
  return customFieldValues(values);
}

/** Qualification data from CF_201 to CF_206 of a ticket; an invalid value counts as unknown. */
export function qualificationFromFields(
  values: Readonly<Partial<Record<number, CustomFieldValue | null>>>,
): QualificationData {
  const textOf = (id: number): string | null => {
    const value = values[id] ?? null;
    const text =
      value === null ? '' : (typeof value === 'boolean' ? decisionMakerText(value) : String(value)).trim();
    return text === '' ? null : text;
  };
  return {
    painPoints: textOf(FIELDS.painPoints.id),
    qualifiedServices: textOf(FIELDS.qualifiedServices.id),
    decisionMaker: textOf(FIELDS.decisionMaker.id),
    budgetRange: textOf(FIELDS.budgetRange.id),
    timeframe: textOf(FIELDS.timeframe.id),
    fitScore: readInteger(values[FIELDS.fitScore.id], 0, 100),
    qualificationNotes: null,
  };
}

/** The qualification field of a custom field's number; null for every other field. */
export function qualificationFieldOf(id: number): QualificationField | null {
  return fieldEntries().find(([, field]) => field.id === id)?.[0] ?? null;
}

/** The known values, each with its name for people, in the order of the fields. */
export function qualificationFacts(
  data: QualificationData,
): readonly (readonly [title: string, value: string | number | null])[] {
  return fieldEntries().map(([field, { title }]) => [title, data[field]]);
}

function hasDecisionMaker({ decisionMaker }: QualificationData): boolean {
  return isGiven(decisionMaker) && !/^\s*(?:no|none|false|0)\s*$/iu.test(decisionMaker ?? '');
}

function missing(fields: readonly QualificationField[], data: QualificationData): FieldFault[] {
  return fields
    .filter((field) => !isGiven(data[field]))
    .map((field) => fault(field, data, `${FIELDS[field].title} is required`));
}

function fault(field: QualificationField, data: QualificationData, message: string): FieldFault {
  return { field: FIELDS[field].name, value: data[field], message };
}

function isGiven(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : value !== null && value !== undefined;
}

function fieldEntries(): readonly (readonly [QualificationField, (typeof FIELDS)[QualificationField]])[] {
  return (Object.keys(FIELDS) as QualificationField[]).map((field) => [field, FIELDS[field]]);
}
