import { type ChildProcess, spawn } from 'node:child_process'

type Options = { command: string; env: Record<string, string> }

/** The adapter under test as a process, with all that it starts. Its input stays open as long as it may live. */
export function startAdapter({ command, env }: Options) {
  const begin = () =>
    spawn(command, {
      shell: true,
      detached: true,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'ignore', 'inherit'],
    })
  let child: ChildProcess = begin()
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    const ended = new Promise((done) => child.once('exit', done))
    process.kill(-child.pid, signal)
    await ended
  }
  return {
    restart: async () => {
      await end('SIGKILL')
      child = begin()
    },
    stop: () => end('SIGTERM'),
  }
}
