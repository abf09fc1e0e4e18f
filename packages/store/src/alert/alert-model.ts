import type { AlertName } from '@leadbridge/contracts';
import type { AlertRecord } from '@leadbridge/usecases';

import { defineModel, type DocumentOf } from '../define-model.js';
import { date, mixed, text } from '../fields.js';

/** What was told about a subject. It contains no personal data. */
export const alertModel = defineModel({
  name: 'Alert',
  collection: 'alerts',
  fields: {
    /** Alert and subject. */
    _id: text(),
    alert: text<AlertName>(),
    subject: text(),
    toldAt: date(),
    standing: mixed<NonNullable<AlertRecord['standing']>>().orNull(),
    /** When it limits nothing any longer; null while it stands. */
    forgetAt: date().orNull(),
  },
  indexes: [[{ forgetAt: 1 }, { expireAfterSeconds: 0 }]],
});

export type AlertDocument = DocumentOf<typeof alertModel>;
