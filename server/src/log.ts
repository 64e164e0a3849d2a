import { type Logger, pino } from 'pino'

export type Log = Logger

/** Structured lines for machines. Nothing a thief wants: no cookies, bodies, queries or addresses are ever logged. */
export const openLog = (level: string, worker?: number): Log =>
  pino({
    level,
    base: worker === undefined ? null : { worker },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['req.headers', 'headers', '*.password', '*.code', '*.token', '*.email', '*.phone'],
      remove: true,
    },
  })
