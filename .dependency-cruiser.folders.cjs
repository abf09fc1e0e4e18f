'use strict';

const { options } = require('./.dependency-cruiser.cjs');

/**
 * Folders import each other in one direction. Tests are left out: a test may set up with the help of whatever stands above what it tests.
 * A run of its own, as rules for folders know no exceptions by file.
 */
module.exports = {
  forbidden: [
    {
      name: 'no-circular-folders',
      comment: 'What two folders need of each other belongs into a third, below both',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: '/dist/|/vendor/|\\.test\\.ts$|/testing/|/fixtures/' },
    doNotFollow: { path: 'node_modules|/dist/' },
  },
};
