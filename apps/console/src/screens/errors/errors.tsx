import { Code, Text } from '@mantine/core';

import type { ErrorLogResponse, ErrorLogView, RowPerson } from '@leadbridge/contracts';

import { asStatus, asTime, column } from '../../parts/column.js';
import { codesInWords, counted, inWords } from '../../parts/format.js';
import { To } from '../../parts/links.js';
import { ListScreen } from '../../parts/list-screen.js';
import { adviceFor } from './advice.js';

export function Errors() {
  return (
    <ListScreen<ErrorLogView, ErrorLogResponse>
      title="Errors"
      path="/errors"
      filters={[
        { name: 'level', label: 'Level', values: ['error', 'warning', 'info'] },
        { name: 'fault', label: 'Who has to act', values: ['caller', 'service'] },
        { name: 'code', label: 'Code' },
        { name: 'job_id', label: 'Job' },
        { name: 'lead_id', label: 'Lead' },
        { name: 'request_id', label: 'Request' },
        { name: 'start_date', label: 'From', type: 'date' },
        { name: 'end_date', label: 'To', type: 'date' },
      ]}
      rowsOf={({ errors }) => errors}
      keyOf={({ id }) => id}
      columns={[
        column('When', ({ timestamp }) => timestamp, asTime),
        column('Level', ({ level }) => level, asStatus),
        {
          name: 'What',
          show: ({ message, details }) => (
            <>
              <Code>{details.error_code}</Code>
              <Text size="sm">{codesInWords(message)}</Text>
              <Text size="sm" c="dimmed">
                {adviceFor(details.error_code)}
              </Text>
            </>
          ),
        },
        column('Part', ({ source }) => source, inWords),
        { name: 'About', show: About },
      ]}
      empty="There are no errors."
    />
  );
}

/** The job has them all. */
const shownRows = 3;

function namesOf({ name, company }: RowPerson): string {
  return [name, company].filter((part) => part !== undefined).join(', ');
}

function About({ details }: ErrorLogView) {
  const { job_id: job, lead_id: lead, request_id: request, rows = [] } = details;
  return (
    <>
      {job === null ? null : (
        <Text size="sm">
          <To path={`/jobs/${job}`}>Job</To>
        </Text>
      )}
      {rows.slice(0, shownRows).map(({ row, ...person }) => (
        <Text key={row} size="sm">
          {[`Row ${row}`, namesOf(person)].filter((text) => text !== '').join(': ')}
        </Text>
      ))}
      {rows.length > shownRows ? (
        <Text size="sm">and {counted(rows.length - shownRows, 'more row')}</Text>
      ) : null}
      {namesOf(details) === '' ? null : <Text size="sm">{namesOf(details)}</Text>}
      {lead === null ? null : (
        <Text size="sm">
          <To path={`/leads/${lead}`}>Lead {lead}</To>
        </Text>
      )}
      {request === null ? null : <Text size="sm">Request {request}</Text>}
    </>
  );
}
