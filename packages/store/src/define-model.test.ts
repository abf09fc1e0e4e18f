import { describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';

import { defineModel } from './define-model.js';
import { boolean, date, listOf, mixed, number, text, texts } from './fields.js';

const noteModel = defineModel({
  name: 'Note',
  collection: 'notes',
  fields: {
    _id: text(),
    kind: text<'call' | 'mail'>(),
    tags: texts(),
    size: number().orNull(),
    read: boolean().orDefault(false),
    labels: texts().optional(),
    editor: text().orNull().optional(),
    owner: text().nullable().optional(),
    extra: mixed<{ by: string }>().optional(),
    edits: listOf({ at: date(), by: text() }).orDefault([]),
  },
  indexes: [[{ kind: 1, _id: -1 }, { name: 'by_kind' }]],
  minimize: false,
});

const connection = mongoose.createConnection();
connection.set('autoIndex', false);
connection.set('autoCreate', false);
const Note = noteModel(connection);

describe('defineModel', () => {
  it('sets the declared defaults, and adds nothing to fields that may be absent', async () => {
    const note = new Note({ _id: 'n1', kind: 'call' });

    await expect(note.validate()).resolves.toBeUndefined();
    expect(note.toObject()).toStrictEqual({
      _id: 'n1',
      kind: 'call',
      tags: [],
      size: null,
      read: false,
      editor: null,
      edits: [],
    });
  });

  it('rejects a document without a required field', async () => {
    await expect(new Note({ _id: 'n1' }).validate()).rejects.toMatchObject({ errors: { kind: {} } });
  });

  it('refuses a personal field in a collection that does not say what an erasure does with it', () => {
    const unerased = {
      name: 'Diary',
      collection: 'diaries',
      fields: { _id: text(), words: text().personal() },
    };
    expect(() => defineModel(unerased)).toThrow('diaries has personal fields');
  });

  it('declares the collection, its indexes, and one model per connection', () => {
    expect(Note.collection.name).toBe('notes');
    expect(Note.schema.indexes()).toStrictEqual([[{ kind: 1, _id: -1 }, { name: 'by_kind' }]]);
    expect(noteModel(connection)).toBe(Note);
  });
});
