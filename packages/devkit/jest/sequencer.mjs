import Sequencer from '@jest/test-sequencer';

/**
 * The long files first, drills before all, and those that need no servers last: none of these takes more than seconds, so that all
 * processors have work until the end of the run. (Jest itself knows how long a file takes from earlier runs alone, of which a fresh clone has none.)
 */
export default class LongFilesFirst extends Sequencer {
  sort(tests) {
    const turnOf = ({ path }) => {
      const [, kind = 'unit'] = /\.(int|full|drill|alone)\.test\.ts$/u.exec(path) ?? [];
      return ['drill', 'full', 'alone', 'int', 'unit'].indexOf(kind);
    };
    return super.sort(tests).toSorted((one, other) => turnOf(one) - turnOf(other));
  }
}
