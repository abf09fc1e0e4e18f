export { csvEncodingOf, csvEncodings, type CsvEncoding } from './csv-encoding.js';
export { CsvError } from './csv-error.js';
export { readCsv, type CsvOptions } from './read-csv.js';
export { StrictDecoder } from './strict-decoder.js';
export { byteOrderMark, wideEncodingOf } from './file-bytes.js';
export { csvHeader, csvLine } from './write-csv.js';
