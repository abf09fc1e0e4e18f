import { spawn } from 'node:child_process';

/**
 * Waits for the end of its input, which comes when the process that holds the other end is gone, however it died. Then it
 * asks the guarded process to end, insists after ten seconds, and removes the temporary folder.
 */
const guardScript = `
read -r _
kill -s TERM "$1" 2>/dev/null
tries=0
while kill -s 0 "$1" 2>/dev/null; do
  tries=$((tries + 1))
  [ "$tries" -eq 50 ] && kill -s KILL "$1" 2>/dev/null
  sleep 0.2
done
[ -n "$2" ] && rm -rf -- "$2"
`;

/** Ends process `pid` (and removes `temporaryDirectory`) should this process die first. Returns the release of the guard. */
export function guardProcess(pid: number, temporaryDirectory = ''): () => void {
  const guard = spawn('/bin/sh', ['-c', guardScript, 'leadbridge-guard', String(pid), temporaryDirectory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Where there is no shell the child is simply not guarded.
  guard.once('error', () => {});
  guard.stdin.once('error', () => {});
  guard.unref();
  return () => {
    guard.kill('SIGKILL');
  };
}
