import LightRunner from 'jest-light-runner/child-process';
import { tsImport } from 'tsx/esm/api';

/**
 * jest-light-runner with one pool of processes for all projects, which differ in their files alone, so that no module is loaded
 * twice by a process; and with a channel of its own to each worker process. Its shared one responds to the first process that asks for
 * the settings by telling every process that has a test file: one that does not listen yet asks in vain later, and never begins.
 * The processes load a bundle of the test files, whose results bear the paths of the sources.
 */
export default class Runner extends LightRunner {
  async runTests(tests, ...rest) {
    const { bundleTests } = await tsImport('../src/testing/bundle-tests.ts', import.meta.url);
    const { config } = tests[0].context;
    this._bundle = await bundleTests([...config.setupFilesAfterEnv, ...tests.map(({ path }) => path)]);
    const setupFilesAfterEnv = config.setupFilesAfterEnv.map(this._bundle.pathOf);
    this._projectConfig = { ...config, setupFilesAfterEnv };
    try {
      return await super.runTests(tests, ...rest);
    } finally {
      await this._bundle.remove();
    }
  }

  async _runTest(test) {
    const { _projectConfig: projectConfig } = this;
    const path = this._bundle.pathOf(test.path);
    const running = super._runTest({ ...test, path, context: { ...test.context, config: projectConfig } });
    const runner = this._testRunners.get(projectConfig);
    const workerData = { globalConfig: this._globalConfig, projectConfig, runtime: this._runtime };
    runner.run = (next) => runner.pool.run(next.path, { channel: channelWith(workerData) });
    return { ...(await running), testFilePath: test.path };
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
