/** The path prefix of the specification ("Versioning"). */
export const apiPrefix = '/api/v1';
