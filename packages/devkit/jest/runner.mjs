import LightRunner from 'jest-light-runner/child-process';

/**
 * jest-light-runner with one pool of processes for all projects, which differ in their files alone, so that no module is loaded
 * twice by a process; and with a channel of its own to each worker process. Its shared one responds to the first process that asks for
 * the settings by telling every process that has a test file: one that does not listen yet asks in vain later, and never begins.
 */
export default class Runner extends LightRunner {
  _runTest(test) {
    this._projectConfig ??= test.context.config;
    const { _projectConfig: projectConfig } = this;
    const result = super._runTest({ ...test, context: { ...test.context, config: projectConfig } });
    const runner = this._testRunners.get(projectConfig);
    const workerData = { globalConfig: this._globalConfig, projectConfig, runtime: this._runtime };
    runner.run = ({ path }) => runner.pool.run(path, { channel: channelWith(workerData) });
    return result;
  }
}

function channelWith(workerData) {
  let tell;
  return {
    onMessage(listener) {
      tell = listener;
    },
    postMessage(message) {
      if (message === 'jest-light-runner-get-worker-data') {
        tell({ type: 'jest-light-runner-worker-data', workerData });
      }
    },
  };
}
