import { Code, Text } from '@mantine/core';

import type { ErrorLogResponse } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { DataTable } from '../../parts/data-table.js';
import { codesInWords } from '../../parts/format.js';
import { To } from '../../parts/links.js';
import { Section } from '../../parts/section.js';
import { ErrorState } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { adviceFor } from '../errors/advice.js';

const shownErrors = 5;

/** What failed in the service, the PSA or a provider; what callers sent wrongly all night must not hide it. */
export function LatestErrors() {
  const { data, error } = useRead<ErrorLogResponse>('/errors', { fault: 'service', limit: shownErrors });
  const errors = data?.errors ?? [];
  if (error === null && errors.length === 0) {
    return null;
  }
  return (
    <Section title="Latest errors">
      <ErrorState error={error} />
      <DataTable
        label="Latest errors"
        rows={errors}
        keyOf={({ id }) => id}
        columns={[
          { name: 'When', show: ({ timestamp }) => <Time iso={timestamp} /> },
          {
            name: 'Error',
            show: ({ message, details: { error_code: code, job_id: job } }) => (
              <>
                <Code>{code}</Code> {job === null ? null : <To path={`/jobs/${job}`}>Job</To>}
                <Text size="sm">{codesInWords(message)}</Text>
              </>
            ),
          },
          { name: 'What to do', show: ({ details }) => adviceFor(details.error_code) },
        ]}
      />
      <Text size="sm" mt="xs">
        <To path="/errors">All errors</To>
      </Text>
    </Section>
  );
}
