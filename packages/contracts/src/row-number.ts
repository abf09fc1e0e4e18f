import Joi from 'joi';

/** Beyond the rows of any spreadsheet. */
const maximumRow = 1_000_000_000;

/** The row of a lead, as the sender's file or list counts it. */
export const rowNumber = Joi.number()
  .integer()
  .min(1)
  .max(maximumRow)
  .description(
    'The row of the lead as a spreadsheet shows it, for people: of a CSV file, the header is row 1. Of a JSON list, the first lead is row 1, unless the request names other rows.',
  );
