import { callerOf, flatLead } from '../support/caller.js';
import { drill, exactly } from '../support/drill.js';
import { pause, secondsUntil, withWorkers } from '../support/drill-service.js';

const frozenSeconds = 30;

drill({
  promise:
    'When a worker freezes in the middle of a write, another takes the job over, and what the first does once it wakes is refused: one ticket, one client, one lead.',
  async run({ seed }) {
    const simulator = { randomSeed: seed };
    return await withWorkers({ simulator, env: { PSA_TIMEOUT_SECONDS: '5' } }, async (system) => {
      const api = callerOf(system);
      const lead = flatLead(seed);
      const { faults } = system.simulator;
      faults.set({ kind: 'hang', times: 1, method: 'POST', path: '/api/Client', when: 'after' });
      const { body } = await api.importLead(lead, { headers: { prefer: 'respond-async' } });
      const jobId = String(body['job_id']);
      await faults.waitForHeld(1);
      const [frozen] = system.workers;
      frozen?.signal('SIGSTOP');
      const frozenAt = performance.now();
      faults.clear();
      await system.addWorker();
      const takenOver = await secondsUntil('another worker to end the job', 120, async () => {
        const job = await api.call('GET', `/jobs/${jobId}`);
        return job.body['status'] === 'completed';
      });
      await pause(Math.max(0, frozenSeconds * 1_000 - (performance.now() - frozenAt)));
      frozen?.signal('SIGCONT');
      // Time for the one that wakes to do what it was about to do.
      await pause(5_000);
      const tickets = system.simulator.tickets().filter(({ user_email: email }) => email === lead.email);
      const clients = system.simulator.clients().filter(({ name }) => name === lead.company);
      const leads = await api.call('GET', `/leads?q=${encodeURIComponent(lead.email)}`);
      return [
        { name: 'taken over after', value: takenOver, unit: 's', atMost: 30 },
        exactly('tickets', tickets.length, 1),
        exactly('clients', clients.length, 1),
        exactly('leads', (leads.body['leads'] as readonly unknown[] | undefined)?.length ?? Number.NaN, 1),
      ];
    });
  },
});
