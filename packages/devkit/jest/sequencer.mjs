import Sequencer from '@jest/test-sequencer';

/**
 * The long files first, and those that need no servers last: none of these takes more than seconds, so that all processors have
 * work until the end of the run. (Jest itself knows how long a file takes from earlier runs alone, of which a fresh clone has none.)
 */
export default class LongFilesFirst extends Sequencer {
  sort(tests) {
    const isShort = ({ path }) => !/\.(int|full|drill|alone)\.test\.ts$/u.test(path);
    const sorted = super.sort(tests);
    return [...sorted.filter((test) => !isShort(test)), ...sorted.filter(isShort)];
  }
}
