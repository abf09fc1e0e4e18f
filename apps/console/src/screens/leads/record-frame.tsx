import { Alert, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

import type { QualificationView, SharedRecordView } from '@leadbridge/contracts';

import { Facts, type Fact } from '../../parts/facts.js';
import { History, Qualification } from '../../parts/record-parts.js';
import { Section } from '../../parts/section.js';
import { sourceLabel } from '../../parts/source-label.js';
import { OpenInPsa } from '../../session/open-in-psa.js';
import { useMay } from '../../session/session.js';
import { Fields } from './fields.js';
import type { Origins } from './origins.js';

/** A lead, a prospect or an opportunity: who it is, what may be done with it, what has happened, and what is known. */
export function RecordFrame({
  record,
  name,
  header,
  actions,
  more = [],
  children,
}: {
  readonly record: SharedRecordView & Origins & { readonly qualification_data: QualificationView };
  /** Of the record, with its number. */
  readonly name: Fact;
  readonly header: ReactNode;
  readonly actions: ReactNode;
  /** Further facts of it. */
  readonly more?: readonly Fact[];
  /** What comes before its qualification. */
  readonly children?: ReactNode;
}) {
  const may = useMay();
  const { psa_ticket_id: ticketId, source } = record;
  const ticket = (
    <>
      {ticketId ?? 'lost'} <OpenInPsa ticketId={ticketId} />
    </>
  );
  return (
    <Stack>
      {header}
      {record.do_not_contact ? <Alert color="red">Do not contact: this person has opted out.</Alert> : null}
      {may('data.sync') ? actions : null}
      <div className="columns">
        <div>
          {children}
          <Qualification data={record.qualification_data} />
          <History record={record} />
        </div>
        <div>
          <Section title="Record">
            <Facts facts={[name, ['Ticket', ticket], ['Source', sourceLabel(source)], ...more]} />
          </Section>
          <Fields record={record} />
        </div>
      </div>
    </Stack>
  );
}
