import type { ChildProcess } from 'node:child_process'

/** Ends a process that we started: asked first, and killed where it does not listen. */
export async function endChild(child: ChildProcess | undefined, patienceMs = 4_000): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  child.stdin?.end()
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await ended
  clearTimeout(timer)
}
