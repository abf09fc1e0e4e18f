import { describe, expect, it } from '@jest/globals';

import { importResults } from '../sync/import-lead.js';
import { commitJobBody } from './commit-job.js';
import { hasUndoResult, undoImportBody, undoImportInput, undoResults } from './undo-import.js';

describe('the body of an undo', () => {
  it('may be left out', () => {
    expect(undoImportBody.validate(undefined)).toEqual({ value: {} });
  });

  it.each([
    [{ dry_run: 'true' }, 'dry_run must be a boolean'],
    [{ dry_run: null }, 'dry_run must be a boolean'],
    [{ dryRun: true }, 'dryRun is not allowed'],
  ])('is refused as %j: a misread dry run would undo for real', (body, message) => {
    expect(undoImportBody.validate(body).error?.message).toBe(message);
  });
});

describe('the body of a commit', () => {
  it('may be left out, and may say what happens to changed rows', () => {
    expect(commitJobBody.validate(undefined)).toEqual({ value: {} });
    expect(commitJobBody.validate({ if_changed: 'apply' }).error).toBeUndefined();
    expect(commitJobBody.validate({ if_changed: 'overwrite' }).error?.message).toBe(
      'if_changed must be one of [skip, apply]',
    );
  });
});

describe('the input of the job of an undo', () => {
  it('writes where it was stored without a dry run', () => {
    expect(undoImportInput.validate({ parent_job_id: 'job_1', source: 'csv' }).value).toEqual({
      parent_job_id: 'job_1',
      source: 'csv',
      dry_run: false,
    });
  });
});

describe('an outcome', () => {
  it.each(undoResults)('is that of an undo where it is %s', (result) => {
    expect(hasUndoResult({ result })).toBe(true);
  });

  it.each([...importResults, 'rejected', '', 'UNDONE'])(
    'is not that of an undo where it is "%s"',
    (result) => {
      expect(hasUndoResult({ result })).toBe(false);
    },
  );
});
