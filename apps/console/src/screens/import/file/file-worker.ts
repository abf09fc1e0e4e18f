import type { FileWork, WorkResult, WorkMessage, WorkName } from './protocol.js';

/** A file that is read, checked and written beside the page, which so never stands still. */
export interface FileWorker {
  do<Name extends WorkName>(name: Name, ask: FileWork[Name]['ask']): Promise<FileWork[Name]['result']>;
  close(): void;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export function startFileWorker(): FileWorker {
  const worker = new Worker(new URL('./file.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let last = 0;

  worker.addEventListener('message', ({ data }: MessageEvent<WorkResult>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.ok) {
      asked?.resolve(data.result);
    } else {
      asked?.reject(new Error(data.message));
    }
  });
  worker.addEventListener('error', () => {
    waiting.forEach(({ reject }) => {
      reject(new Error('The file could not be read: load the page again, and choose it once more'));
    });
    waiting.clear();
  });

  return {
    async do(name, ask) {
      last += 1;
      const message: WorkMessage = { id: last, name, ask };
      return new Promise((resolve, reject) => {
        waiting.set(message.id, {
          // The worker's handlers are typed by the same names.
          resolve: (result) => {
            resolve(result as FileWork[typeof name]['result']);
          },
          reject,
        });
        worker.postMessage(message);
      });
    },
    close: () => {
      worker.terminate();
    },
  };
}
